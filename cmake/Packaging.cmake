# cmake --install: the executable, both libraries, the headers, the presets with their data, and a CMake package (find_package(dlnn)).
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/dlnn)

# The libraries find each other beside themselves, wherever the prefix is moved to, and LibTorch where it was when they were linked.
set_target_properties(dlnn dlnn_base PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                                INSTALL_RPATH "$ORIGIN;${DLNN_TORCH_LIBDIR}")
set_target_properties(dlnn_base PROPERTIES EXPORT_NAME base)
install(TARGETS dlnn_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS dlnn dlnn_base EXPORT dlnn_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/dlnn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY configs data DESTINATION ${CMAKE_INSTALL_DATADIR}/dlnn)

configure_package_config_file(cmake/dlnnConfig.cmake.in ${PROJECT_BINARY_DIR}/dlnnConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dlnnConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dlnnConfig.cmake ${PROJECT_BINARY_DIR}/dlnnConfigVersion.cmake cmake/LibTorch.cmake
        DESTINATION ${package_dir})
install(EXPORT dlnn_targets NAMESPACE dlnn:: DESTINATION ${package_dir})
