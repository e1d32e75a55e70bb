/**
 * Signing in on a protected device: the keyring is opened, or made, before the session is stored. From that moment on the
 * sealed store is the truth. docs/rules.md#protected-devices
 */
import Dexie from 'dexie'
import { call } from '../../api/call.ts'
import { storeDeviceKeysRoute } from '../../contract/device-keys.ts'
import { fromText, toText } from '../../db/bytes/base64url.ts'
import type { Keyring } from '../../db/keyring/keyring.ts'
import { type Bytes, newSecret, wrapKey } from '../../db/keyring/wraps.ts'
import { closeMirror } from '../../db/open.ts'
import { recoveryOf } from '../../db/outbox/queue-copy-store.ts'
import type { SessionEnding } from '../../db/schema/records.ts'
import { heldKeys } from '../../db/sealing/held-keys.ts'
import { mirrorName } from '../../db/sealing/mirror-name.ts'
import { sealedSessions, thisDevice, writeSealedSession } from '../../db/session/device-session.ts'
import { endingProof } from '../../db/session/session-endings.ts'
import type { Protection } from '../../domain/session/protection.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { keepIdleMinutes } from '../../opening/last-use.ts'
import { deriveArgon2 } from '../../workers/argon2-bridge.ts'
import { withKeyrings } from '../../workers/keyring-bridge.ts'
import {
  makeKeyring,
  openByPassword,
  openByServerHalf,
  recoverKeyring,
  withPassword,
} from './open-keyring.ts'
import { bringOwnWork } from './own-work.ts'
import { protectionObstacle } from './protection-obstacle.ts'
import { noteServerWrap } from './server-wrap.ts'
import { holdDataKey } from './unlock.ts'

/** More would not fit a tablet's lock screen, nor its disk. */
export const MOST_USERS = 8

export type ProtectedOutcome =
  | { readonly kind: 'ok' }
  /** The sentence is for the user. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable' }

const NEEDS_PASSWORD =
  'Este aparelho é protegido. Entre uma vez com a senha; depois a digital volta a funcionar.'
const FULL = `Este aparelho já tem ${MOST_USERS} usuários. Peça para alguém sair do Farol nele e tente de novo.`

interface SignedIn {
  readonly token: string
  readonly user: SessionUser
  readonly protection: Protection
  /** Of this sign-in: the server stores no half without one. null: a server of an earlier version, which asks for none. */
  readonly confirmation: string | null
  /** null after a sign-in by a passkey. */
  readonly password: string | null
}

interface Opened {
  readonly keyring: Keyring
  readonly dataKey: Bytes
  /** The server is still to keep it; null: it has the right one. */
  readonly serverHalf: Bytes | null
}

/** By the server's half, then by the password. null: nothing opens it any more. */
async function openKnown(keyring: Keyring, { protection, password }: SignedIn): Promise<Opened | null> {
  const half = protection.server_half
  const byServer = half === null ? null : await openByServerHalf(keyring, fromText(half))
  if (byServer !== null) {
    // The password may be another than the one before.
    const renewed =
      password === null ? keyring : await withPassword(keyring, byServer, password, deriveArgon2)
    return { keyring: renewed, dataKey: byServer, serverHalf: null }
  }
  const dataKey = password === null ? null : await openByPassword(keyring, password, deriveArgon2)
  if (dataKey === null) return null
  const serverHalf = newSecret()
  const server = await wrapKey(dataKey, serverHalf, { userId: keyring.userId, way: 'server' })
  return { keyring: { ...keyring, server, pin: null }, dataKey, serverHalf }
}

/** The browser took keyring and databases, and left the copy of the queue. */
async function recovered({ user, protection, password }: SignedIn): Promise<Opened | null> {
  const left = recoveryOf(window.localStorage, user.id)
  if (left === null || protection.server_half === null || password === null) return null
  const serverHalf = fromText(protection.server_half)
  return recoverKeyring({ userId: user.id, server: left.wrap, serverHalf, password }, deriveArgon2)
}

async function opened(signedIn: SignedIn): Promise<Opened | null> {
  const { user, password } = signedIn
  const keyring = await withKeyrings((keyrings) => keyrings.read(user.id))
  const known = await (keyring === null ? recovered(signedIn) : openKnown(keyring, signedIn))
  if (known !== null || password === null) return known
  // What an earlier key sealed opens never again.
  closeMirror(user.id)
  await Dexie.delete(mirrorName(user.id, true))
  return makeKeyring(user.id, password, deriveArgon2)
}

/** Local storage may keep the bytes of a clear session's token: it ends. */
async function formerEnding(nowMs: number): Promise<SessionEnding | undefined> {
  const current = await thisDevice().session.get('current')
  return current === undefined ? undefined : { proof: await endingProof(current.token), since: nowMs }
}

/** Opens or makes the keyring, brings the own work of an earlier clear store, and stores the session. */
export async function enterProtected(signedIn: SignedIn, nowMs: number): Promise<ProtectedOutcome> {
  const { token, user, protection, confirmation } = signedIn
  const obstacle = protectionObstacle()
  if (obstacle !== null) return { kind: 'refused', message: obstacle }
  const others = (await sealedSessions()).filter(({ userId }) => userId !== user.id)
  if (others.length >= MOST_USERS) return { kind: 'refused', message: FULL }
  const found = await opened(signedIn)
  if (found === null) return { kind: 'refused', message: NEEDS_PASSWORD }
  const { keyring, dataKey, serverHalf } = found
  if (serverHalf !== null) {
    const body = { server_half: toText(serverHalf), device_secret: keyring.secret }
    const stored = await call(storeDeviceKeysRoute, {
      token,
      body,
      ...(confirmation === null ? {} : { confirmation }),
    })
    if (stored.kind === 'unreachable') return { kind: 'unreachable' }
    if (stored.kind === 'refused') return { kind: 'refused', message: stored.body.message }
  }
  await withKeyrings((keyrings) => keyrings.write(keyring))
  noteServerWrap(keyring)
  keepIdleMinutes(protection.idle_minutes)
  await holdDataKey(dataKey, user.id)
  const keys = heldKeys(user.id)
  if (keys === null) throw new Error('The keys are not held.')
  const former = await formerEnding(nowMs)
  await bringOwnWork(keys, () =>
    writeSealedSession(keys, {
      token,
      user,
      idleMinutes: protection.idle_minutes,
      sealingKey: protection.sealing_key,
      nowMs,
      former,
    }),
  )
  return { kind: 'ok' }
}
