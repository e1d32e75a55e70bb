/** Argon2id of a password or PIN: in WebAssembly, or in JavaScript where a browser refuses that. Both give the same bytes. */
import { argon2idAsync } from '@noble/hashes/argon2.js'
import { argon2id } from 'hash-wasm'
import { fromText } from '../db/bytes/base64url.ts'
import type { Argon } from '../db/keyring/keyring.ts'
import type { Bytes } from '../db/keyring/wraps.ts'

const KEY_BYTES = 32

/** The same characters, typed on another keyboard, may come as other code points. */
const spelled = (secret: string) => secret.normalize('NFKC')

export async function argonByWebAssembly(secret: string, argon: Argon): Promise<Bytes> {
  const hash = await argon2id({
    password: spelled(secret),
    salt: fromText(argon.salt),
    memorySize: argon.memoryKib,
    iterations: argon.passes,
    parallelism: argon.lanes,
    hashLength: KEY_BYTES,
    outputType: 'binary',
  })
  return new Uint8Array(hash)
}

/** Takes several times as long. */
export async function argonByJavaScript(secret: string, argon: Argon): Promise<Bytes> {
  const costs = { m: argon.memoryKib, t: argon.passes, p: argon.lanes, dkLen: KEY_BYTES }
  return new Uint8Array(await argon2idAsync(spelled(secret), fromText(argon.salt), costs))
}
