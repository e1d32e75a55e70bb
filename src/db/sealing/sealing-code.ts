/** What seals and opens inside transactions, with its ciphers. A thread without keys does not load it: code.ts. */
export { addSealing } from './layer.ts'
export { Sealer } from './sealer.ts'
