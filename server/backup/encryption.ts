/**
 * Encryption of a backup in the format of age (https://age-encryption.org), which the program of that name opens too.
 * The key is a passphrase, a recipient (`age1…`, which encrypts backups but cannot open them), or an identity.
 */
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import { isIdentity, isRecipient } from '../base/backup-key.ts'
import { BackupRefused } from './refused.ts'

/** 32 MB and a tenth of a second. The usual 18 takes 256 MB, more than a small machine has beside the database. */
const SCRYPT = 15

/** The first bytes of an encrypted file. */
export const AGE_MAGIC = 'age-encryption.org/'

const NO_KEY = 'A cópia está cifrada. Defina BACKUP_KEY com a chave dela.'
const PUBLIC_KEY =
  'BACKUP_KEY tem a chave pública, que só cifra. Para restaurar, defina a secreta (AGE-SECRET-KEY-1…).'
const WRONG_KEY = 'A chave de BACKUP_KEY não abre esta cópia.'
const BAD_KEY = 'BACKUP_KEY não é uma chave válida.'
const NO_MATCH = /no identity matched/

/** The messages of age have the key in them, so no error of it goes further, not even as a cause. */
function withKey<Value>(take: () => Value): Value {
  try {
    return take()
  } catch {
    throw new BackupRefused(BAD_KEY)
  }
}

/** Throws a BackupRefused for a key that age does not take. */
export async function encrypted(
  stream: ReadableStream<Uint8Array>,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  if (isRecipient(key)) withKey(() => encrypter.addRecipient(key))
  else if (isIdentity(key)) {
    withKey(() => new Decrypter().addIdentity(key))
    encrypter.addRecipient(await identityToRecipient(key))
  } else {
    encrypter.setScryptWorkFactor(SCRYPT)
    encrypter.setPassphrase(key)
  }
  return encrypter.encrypt(stream)
}

/** Throws a BackupRefused when the key is missing or another one. */
export async function decrypted(
  stream: ReadableStream<Uint8Array>,
  key: string | null,
): Promise<ReadableStream<Uint8Array>> {
  if (key === null) throw new BackupRefused(NO_KEY)
  if (isRecipient(key)) throw new BackupRefused(PUBLIC_KEY)
  const decrypter = new Decrypter()
  if (isIdentity(key)) withKey(() => decrypter.addIdentity(key))
  else decrypter.addPassphrase(key)
  try {
    return await decrypter.decrypt(stream)
  } catch (error) {
    if (error instanceof Error && NO_MATCH.test(error.message))
      throw new BackupRefused(WRONG_KEY, { cause: error })
    throw error
  }
}
