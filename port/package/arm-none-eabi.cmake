# arm-none-eabi.cmake - a toolchain file for boards: -DCMAKE_TOOLCHAIN_FILE=port/package/arm-none-eabi.cmake
# -DPAWL_CPU=cortex-m0. The library needs memcpy, memmove and memset of the program.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PAWL_CPU)
set(PAWL_CPU cortex-m3 CACHE STRING "for -mcpu")
set(CMAKE_C_FLAGS_INIT "-mcpu=${PAWL_CPU} -mthumb -ffreestanding -isystem ${CMAKE_CURRENT_LIST_DIR}/../common/include")
