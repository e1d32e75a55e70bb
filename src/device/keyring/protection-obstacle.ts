/** Where a browser cannot protect its store: docs/rules.md#protected-devices */

const NO_SECURE_ORIGIN =
  'Este usuário só pode entrar em aparelhos protegidos, e neste endereço o navegador não consegue proteger os dados. Use o endereço com https.'
const NO_FILES =
  'Este usuário só pode entrar em aparelhos protegidos, e este navegador não consegue guardar a chave. Atualize o navegador ou use outro.'
/** Why this browser cannot protect its store, as a sentence; null: it can. */
export function protectionObstacle(): string | null {
  if (!window.isSecureContext || !('subtle' in crypto)) return NO_SECURE_ORIGIN
  return 'storage' in navigator && 'getDirectory' in navigator.storage ? null : NO_FILES
}
