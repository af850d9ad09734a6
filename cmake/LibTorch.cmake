# Provides the imported target dlnn::libtorch, the C++ LibTorch to link against, and DLNN_TORCH_LIBDIR, the folder of its libraries. The first of
#   1. the user's own: Torch_DIR or CMAKE_PREFIX_PATH, in CMake or in the environment;
#   2. the wheel that scripts/setup.sh unpacked into DLNN_DEPS;
#   3. one that is installed in the system.
# LibTorch's own package file demands the CUDA toolkit that a CUDA build was made with. Linking only libtorch_cpu and libc10 needs none; the CUDA
# back end beside them is loaded at run time when it is asked for (src/nn/device.cpp).
# Used by the build and, installed, by find_package(dlnn).
set(DLNN_DEPS "$ENV{DLNN_DEPS}" CACHE PATH "Folder that scripts/setup.sh fills; empty: .deps in the source")
if(DLNN_DEPS)
  set(DLNN_TORCH_WHEEL ${DLNN_DEPS}/python/torch)
elseif(NOT DLNN_TORCH_WHEEL)
  set(DLNN_TORCH_WHEEL ${CMAKE_CURRENT_SOURCE_DIR}/.deps/python/torch)
endif()

function(dlnn_find_libtorch)
  set(prefixes)
  foreach(package_dir ${Torch_DIR} $ENV{Torch_DIR})
    list(APPEND prefixes ${package_dir}/../../..)  # PREFIX/share/cmake/Torch
  endforeach()
  string(REPLACE ":" ";" environment "$ENV{CMAKE_PREFIX_PATH}")
  list(APPEND prefixes ${CMAKE_PREFIX_PATH} ${environment} ${DLNN_TORCH_WHEEL} ${CMAKE_SYSTEM_PREFIX_PATH})
  foreach(candidate ${prefixes})
    if(EXISTS ${candidate}/share/cmake/Torch/TorchConfig.cmake)
      get_filename_component(prefix ${candidate} REALPATH)
      break()
    endif()
  endforeach()
  if(NOT prefix)
    message(FATAL_ERROR "LibTorch not found. Run scripts/setup.sh, or give your own with -DCMAKE_PREFIX_PATH=/path/to/libtorch")
  endif()

  include(${prefix}/share/cmake/Torch/TorchConfigVersion.cmake)
  message(STATUS "LibTorch: ${PACKAGE_VERSION} in ${prefix}")
  if(PACKAGE_VERSION VERSION_LESS 2.6)
    message(FATAL_ERROR "LibTorch ${PACKAGE_VERSION} in ${prefix} is too old, dlnn needs 2.6 or newer: run scripts/setup.sh")
  endif()
  file(STRINGS ${prefix}/share/cmake/Torch/TorchConfig.cmake old_abi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
  if(old_abi)
    message(FATAL_ERROR "LibTorch in ${prefix} was built for the old C++ ABI: take the archive named cxx11-abi, or run scripts/setup.sh")
  endif()

  add_library(dlnn::libtorch INTERFACE IMPORTED)
  target_include_directories(dlnn::libtorch SYSTEM INTERFACE ${prefix}/include ${prefix}/include/torch/csrc/api/include)
  foreach(name torch_cpu c10)
    find_library(library ${name} PATHS ${prefix}/lib ${prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH NO_CACHE REQUIRED)
    add_library(dlnn::${name} SHARED IMPORTED)
    set_target_properties(dlnn::${name} PROPERTIES IMPORTED_LOCATION ${library})
    target_link_libraries(dlnn::libtorch INTERFACE dlnn::${name})
    get_filename_component(libdir ${library} DIRECTORY)
    unset(library)
  endforeach()
  set(DLNN_TORCH_LIBDIR ${libdir} PARENT_SCOPE)
endfunction()
dlnn_find_libtorch()
