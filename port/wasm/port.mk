# port.mk - WebAssembly without a C library: in node by run.mjs, or in a web page.

TARGET_PORT.wasm := wasm
TARGET_CC.wasm := clang
TARGET_AR.wasm := llvm-ar
TARGET_FLAGS.wasm := --target=wasm32 -ffreestanding -isystem port/common/include
# Every public function that a program uses can be called from JavaScript.
TARGET_LINK.wasm := -nostdlib -Wl,--no-entry -Wl,--export-dynamic -Wl,--gc-sections \
    -Wl,-z,stack-size=65536
TARGET_RUN.wasm := node port/wasm/run.mjs
TARGET_PACKAGES.wasm := clang lld llvm nodejs
# Builds in lanes. What clang 14 joins to vectors by itself gives other results for soft bodies, and
# is larger and no faster than single numbers of 64 bits.
WASM_SIMD := -msimd128 -fno-slp-vectorize -fno-vectorize
