# Warnings, sanitizers and default visibility for our own targets only.
function(dlnn_target_defaults target)
  # GCC 12 warns of std::string's own operator+ ("accessing 9223372036854775810 bytes"): GCC bug 105651, mended in 13.
  set(gcc_12 $<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                           $<${gcc_12}:-Wno-restrict> $<$<BOOL:${DLNN_WERROR}>:-Werror>)
  if(DLNN_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${DLNN_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DLNN_SANITIZE})
  endif()
endfunction()
