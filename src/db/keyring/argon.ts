/** What Argon2id costs here: OWASP's minimum, which a weak tablet computes within a second. */

import { toText } from '../bytes/base64url.ts'
import type { Argon } from './keyring.ts'
import { newSalt } from './wraps.ts'

const PRESENT = { memoryKib: 19 * 1024, passes: 2, lanes: 1 } as const

/** The present costs, with a salt of its own. */
export const newArgon = (): Argon => ({ salt: toText(newSalt()), ...PRESENT })

/** Whether an unlock that knows the password writes the wrap anew. */
export const isOutdated = ({ memoryKib, passes }: Argon): boolean =>
  memoryKib < PRESENT.memoryKib || passes < PRESENT.passes
