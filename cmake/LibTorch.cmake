# Provides the imported target dlnn::libtorch, the C++ LibTorch to link against, and DLNN_TORCH_LIBDIR, the folder of its libraries:
#   1. the user's own (CMAKE_PREFIX_PATH or Torch_DIR), through find_package(Torch);
#   2. otherwise the wheel that scripts/setup.sh unpacked into DLNN_DEPS. Only libtorch_cpu and libc10 are linked, so no CUDA toolkit is
#      needed; the CUDA back end of the same wheel is loaded at run time when it is asked for (src/nn/device.cpp);
#   3. otherwise one that is installed in the system.
# Used by the build and, installed, by find_package(dlnn).
set(DLNN_DEPS "$ENV{DLNN_DEPS}" CACHE PATH "Folder that scripts/setup.sh fills; empty: .deps in the source")
if(DLNN_DEPS)
  set(DLNN_TORCH_WHEEL ${DLNN_DEPS}/python/torch)
elseif(NOT DLNN_TORCH_WHEEL)
  set(DLNN_TORCH_WHEEL ${CMAKE_CURRENT_SOURCE_DIR}/.deps/python/torch)
endif()

find_package(Torch QUIET CONFIG NO_CMAKE_SYSTEM_PATH NO_SYSTEM_ENVIRONMENT_PATH NO_CMAKE_PACKAGE_REGISTRY NO_CMAKE_SYSTEM_PACKAGE_REGISTRY)
if(NOT Torch_FOUND AND NOT EXISTS ${DLNN_TORCH_WHEEL}/lib/libtorch_cpu.so)
  find_package(Torch QUIET CONFIG)
  if(NOT Torch_FOUND)
    message(FATAL_ERROR "LibTorch not found. Run scripts/setup.sh, or give your own with -DCMAKE_PREFIX_PATH=/path/to/libtorch")
  endif()
endif()

add_library(dlnn::libtorch INTERFACE IMPORTED)
if(Torch_FOUND)
  message(STATUS "LibTorch: ${Torch_VERSION} from ${Torch_DIR}")
  if(Torch_VERSION VERSION_LESS 2.6)
    message(FATAL_ERROR "LibTorch ${Torch_VERSION} at ${Torch_DIR} is too old: dlnn needs 2.6 or newer. Run scripts/setup.sh and configure anew")
  endif()
  separate_arguments(DLNN_TORCH_FLAGS UNIX_COMMAND "${TORCH_CXX_FLAGS}")
  target_compile_options(dlnn::libtorch INTERFACE ${DLNN_TORCH_FLAGS})
  target_include_directories(dlnn::libtorch SYSTEM INTERFACE ${TORCH_INCLUDE_DIRS})
  target_link_libraries(dlnn::libtorch INTERFACE ${TORCH_LIBRARIES})
  set(DLNN_TORCH_LIBDIR ${TORCH_INSTALL_PREFIX}/lib)
else()
  message(STATUS "LibTorch: ${DLNN_TORCH_WHEEL}")
  set(DLNN_TORCH_LIBDIR ${DLNN_TORCH_WHEEL}/lib)
  target_include_directories(dlnn::libtorch SYSTEM INTERFACE ${DLNN_TORCH_WHEEL}/include ${DLNN_TORCH_WHEEL}/include/torch/csrc/api/include)
  foreach(name torch_cpu c10)
    add_library(dlnn::${name} SHARED IMPORTED)
    set_target_properties(dlnn::${name} PROPERTIES IMPORTED_LOCATION ${DLNN_TORCH_LIBDIR}/lib${name}.so)
    target_link_libraries(dlnn::libtorch INTERFACE dlnn::${name})
  endforeach()
endif()
