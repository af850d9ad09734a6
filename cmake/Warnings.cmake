# Warnings, sanitizers and default visibility for our own targets only.
function(dlnn_target_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
                                           $<$<BOOL:${DLNN_WERROR}>:-Werror>)
  if(DLNN_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${DLNN_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${DLNN_SANITIZE})
  endif()
endfunction()
