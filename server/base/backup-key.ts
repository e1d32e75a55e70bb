/** The kinds of BACKUP_KEY: a passphrase, a recipient (`age1…`, which cannot open a backup), or an identity. */
import { Decrypter, Encrypter } from 'age-encryption'

/** Whatever begins like a key of age is taken for one: as a passphrase a mistyped key would encrypt. */
export const isRecipient = (key: string) => /^age1/i.test(key)
export const isIdentity = (key: string) => /^AGE-SECRET-KEY-/i.test(key)

/** Whether the server can open what it encrypts with this key. null: nothing is encrypted. */
export const mayOpen = (key: string | null): boolean => key === null || !isRecipient(key)

/** True for a passphrase, and for a key of age without a slip: its letters have a checksum. */
export function isUsable(key: string): boolean {
  try {
    if (isRecipient(key)) new Encrypter().addRecipient(key)
    else if (isIdentity(key)) new Decrypter().addIdentity(key)
    return true
  } catch {
    // A slip is an answer here.
    return false
  }
}
