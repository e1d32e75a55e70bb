/**
 * Computes Argon2id away from the screen. The page's policy refuses WebAssembly; this file's own response allows it, and
 * nothing else does (server/http/app-files.ts).
 */
import { expose } from 'comlink'
import type { Argon2Api } from './argon2-bridge.ts'
import { argonByJavaScript, argonByWebAssembly } from './argon2id.ts'

const api: Argon2Api = {
  derive: async (secret, argon) => {
    try {
      return await argonByWebAssembly(secret, argon)
    } catch {
      // An old browser, or a proxy that dropped the policy. A fault of the secret or the costs fails here again.
      return argonByJavaScript(secret, argon)
    }
  },
}

expose(api)
