/** Meanings of the fields of the chain's calls. */
import { type Meanings, says } from '../../../records/meaning.ts'

const KEY: Meanings = {
  key: says('A chave pública, como JWK. null: o servidor não tem chave.'),
  'key.kty': says('O tipo da chave.', 'EC'),
  'key.crv': says('A curva.', 'P-256'),
  'key.x': says('O primeiro número, em Base64url.', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'),
  'key.y': says('O segundo número, em Base64url.', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'),
}
const HEAD: Meanings = {
  seq: says('O lugar do elo na corrente.', 12),
  link_hash: says('O hash do elo.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  known: says('O elo está na corrente.'),
}

export const DOSSIER_BY_PATH: Readonly<Record<string, Meanings>> = {
  '/history/key': KEY,
  '/history/head': HEAD,
}
