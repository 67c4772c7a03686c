# pico_sdk_import.cmake - in place of the Pico SDK's.
macro(pico_sdk_init)
  add_library(pico_stdlib INTERFACE)
  target_include_directories(pico_stdlib INTERFACE $ENV{PICO_SDK_PATH}/include)
endmacro()
macro(pico_add_extra_outputs)
endmacro()
