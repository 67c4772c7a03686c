# portfile.cmake - an overlay port with the sources beside it:
# vcpkg install pawl --overlay-ports=FOLDER-ABOVE
set(SOURCE_PATH "${CURRENT_PORT_DIR}/source")
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS "-DPAWL_LIBFIXMATH_DIR=${SOURCE_PATH}/libfixmath")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/pawl)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE" "${SOURCE_PATH}/libfixmath/LICENSE")
file(INSTALL "${CURRENT_PORT_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
