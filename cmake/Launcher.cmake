# ccache when the machine has it: a second build of an unchanged file costs nothing.
find_program(DLNN_CCACHE ccache)
if(DLNN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Precompiled headers are cached only with these settings (ccache manual, "Precompiled headers").
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      ${DLNN_CCACHE})
endif()
