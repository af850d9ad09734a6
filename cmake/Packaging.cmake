# cmake --install: the executable, both libraries, the headers, the presets, and a CMake package (find_package(dlnn)).
include(CMakePackageConfigHelpers)
set_target_properties(dlnn dlnn_base PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                                                INSTALL_RPATH "$ORIGIN;${DLNN_TORCH_WHEEL}/lib" EXPORT_NAME dlnn)
set_target_properties(dlnn_base PROPERTIES EXPORT_NAME base)
install(TARGETS dlnn_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS dlnn dlnn_base EXPORT dlnn_targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/dlnn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY configs data DESTINATION ${CMAKE_INSTALL_DATADIR}/dlnn)
