/** The ways to a data key: each opens the same key, and nothing else opens it. */
import { describe, expect, test } from 'vitest'
import { newArgon } from '../../../src/db/keyring/argon.ts'
import { type Argon, keyringFrom, keyringText, onlyServerWrap } from '../../../src/db/keyring/keyring.ts'
import { newSecret, randomBytes } from '../../../src/db/keyring/wraps.ts'
import {
  makeKeyring,
  needsNewPassword,
  newPasskeySalt,
  openByPasskey,
  openByPassword,
  openByServerHalf,
  pinProof,
  recoverKeyring,
  withPasskey,
  withPassword,
} from '../../../src/device/keyring/open-keyring.ts'
import { keyringName, userOfKeyring } from '../../../src/domain/session/keyring-name.ts'
import { argonByJavaScript, argonByWebAssembly } from '../../../src/workers/argon2id.ts'

/** The same function at costs that a test can afford. */
const derive = (secret: string, argon: Argon) =>
  argonByWebAssembly(secret, { ...argon, memoryKib: 64, passes: 1 })

const USER = 7
const PASSWORD = 'uma senha de doze'

describe('a keyring', () => {
  test('its password opens the data key, another password does not', async () => {
    const { keyring, dataKey } = await makeKeyring(USER, PASSWORD, derive)
    expect(await openByPassword(keyring, PASSWORD, derive)).toEqual(dataKey)
    expect(await openByPassword(keyring, `${PASSWORD} `, derive)).toBeNull()
  })

  test('composed and decomposed accents are the same password, as on the server', async () => {
    const [composed, decomposed] = [`maçã-${PASSWORD}`.normalize('NFC'), `maçã-${PASSWORD}`.normalize('NFD')]
    for (const [made, typed] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      const { keyring, dataKey } = await makeKeyring(USER, made, derive)
      expect(await openByPassword(keyring, typed, derive)).toEqual(dataKey)
      expect(await openByPassword(keyring, `maca-${PASSWORD}`, derive)).toBeNull()
    }
  })

  test('the server half opens the same data key, another half does not', async () => {
    const { keyring, dataKey, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    expect(await openByServerHalf(keyring, serverHalf)).toEqual(dataKey)
    expect(await openByServerHalf(keyring, newSecret())).toBeNull()
  })

  test('the output of its passkey opens the same data key, another output does not', async () => {
    const made = await makeKeyring(USER, PASSWORD, derive)
    const output = randomBytes(32)
    const secret = { credential: 'id', salt: newPasskeySalt(), output }
    const keyring = await withPasskey(made.keyring, made.dataKey, secret)
    expect(await openByPasskey(keyring, output)).toEqual(made.dataKey)
    expect(await openByPasskey(keyring, randomBytes(32))).toBeNull()
    expect(await openByPasskey(made.keyring, output)).toBeNull()
  })

  test('a new password takes the place of the old one; the data key stays', async () => {
    const made = await makeKeyring(USER, PASSWORD, derive)
    const keyring = await withPassword(made.keyring, made.dataKey, 'outra senha longa', derive)
    expect(await openByPassword(keyring, PASSWORD, derive)).toBeNull()
    expect(await openByPassword(keyring, 'outra senha longa', derive)).toEqual(made.dataKey)
    expect(await openByServerHalf(keyring, made.serverHalf)).toEqual(made.dataKey)
  })

  test('a wrap does not open in the keyring of another user, nor as another way', async () => {
    const { keyring, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    expect(await openByPassword({ ...keyring, userId: 8 }, PASSWORD, derive)).toBeNull()
    const moved = keyring.server && { credential: 'id', salt: newPasskeySalt(), wrap: keyring.server }
    expect(await openByPasskey({ ...keyring, passkey: moved }, serverHalf)).toBeNull()
  })

  test('a changed wrap does not open', async () => {
    const { keyring, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    const wrap = keyring.server
    if (wrap === null) throw new Error('no wrap')
    const first = wrap.sealed[0] === 'A' ? 'B' : 'A'
    const changed = { ...wrap, sealed: first + wrap.sealed.slice(1) }
    expect(await openByServerHalf({ ...keyring, server: changed }, serverHalf)).toBeNull()
  })

  test('two keyrings of one password share nothing', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => makeKeyring(USER, PASSWORD, derive)))
    expect(one?.dataKey).not.toEqual(two?.dataKey)
    expect(one?.serverHalf).not.toEqual(two?.serverHalf)
    expect(one?.keyring.password?.argon.salt).not.toBe(two?.keyring.password?.argon.salt)
  })

  test('its text has no data key, no half and no password', async () => {
    const { keyring, dataKey, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    const text = keyringText(keyring)
    for (const secret of [dataKey, serverHalf, new TextEncoder().encode(PASSWORD)])
      expect(text).not.toContain(Buffer.from(secret).toString('base64url'))
    expect(text).not.toContain(PASSWORD)
    expect(keyringFrom(text, USER)).toEqual(keyring)
  })

  test.each([null, '', '{', '{}', '[]', 'null'])('%s is no keyring', (text) => {
    expect(keyringFrom(text, USER)).toBeNull()
  })

  test("another user's keyring is none of this user", async () => {
    const { keyring } = await makeKeyring(USER, PASSWORD, derive)
    expect(keyringFrom(keyringText(keyring), 8)).toBeNull()
  })

  test('after a sign-out with work that stays only the server half opens it', async () => {
    const { keyring, dataKey, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    const left = onlyServerWrap({ ...keyring, pin: newArgon() })
    expect(await openByPassword(left, PASSWORD, derive)).toBeNull()
    expect(left).toMatchObject({ password: null, passkey: null, pin: null })
    expect(await openByServerHalf(left, serverHalf)).toEqual(dataKey)
  })

  test('what lies beside the queue’s copy makes a lost keyring anew, and no half of another key does', async () => {
    const { keyring, dataKey, serverHalf } = await makeKeyring(USER, PASSWORD, derive)
    if (keyring.server === null) throw new Error('no wrap')
    const lost = { userId: USER, server: keyring.server, serverHalf, password: 'outra senha' }
    const found = await recoverKeyring(lost, derive)
    expect(found?.dataKey).toEqual(dataKey)
    if (found === null) throw new Error('not recovered')
    expect(await openByPassword(found.keyring, 'outra senha', derive)).toEqual(dataKey)
    expect(await openByServerHalf(found.keyring, serverHalf)).toEqual(dataKey)
    expect(found.keyring.secret).not.toBe(keyring.secret)
    expect(await recoverKeyring({ ...lost, serverHalf: newSecret() }, derive)).toBeNull()
    expect(await recoverKeyring({ ...lost, userId: 8 }, derive)).toBeNull()
  })

  test('files are named by their user', () => {
    expect(userOfKeyring(keyringName(12))).toBe(12)
    for (const name of ['keyring-', 'keyring-x', 'keyring-1.crswap', 'other'])
      expect(userOfKeyring(name)).toBeNull()
  })
})

describe('Argon2id', () => {
  test('a key costs 19 MiB and two passes', () => {
    expect(newArgon()).toMatchObject({ memoryKib: 19_456, passes: 2, lanes: 1 })
  })

  test('WebAssembly and JavaScript give the same key, however the letters are composed', async () => {
    const argon = { ...newArgon(), memoryKib: 512 }
    const key = await argonByWebAssembly('senha ção', argon)
    expect(key).toHaveLength(32)
    expect(await argonByJavaScript('senha ção', argon)).toEqual(key)
    expect(await argonByWebAssembly('senha ção'.normalize('NFD'), argon)).toEqual(key)
    expect(await argonByWebAssembly('senha cao', argon)).not.toEqual(key)
  })

  test('a wrap of lower costs is written anew by the next unlock', async () => {
    const { keyring } = await makeKeyring(USER, PASSWORD, derive)
    expect(needsNewPassword(keyring)).toBe(false)
    const { password } = keyring
    if (password === null) throw new Error('no password')
    const cheap = { ...password, argon: { ...password.argon, memoryKib: 8192 } }
    expect(needsNewPassword({ ...keyring, password: cheap })).toBe(true)
  })
})

test('the proof of a PIN depends on the PIN and the device, and is not its slow hash', async () => {
  const known = newArgon()
  const proof = await pinProof('123456', known, derive)
  expect(await pinProof('123456', known, derive)).toBe(proof)
  expect(await pinProof('123457', known, derive)).not.toBe(proof)
  expect(await pinProof('123456', newArgon(), derive)).not.toBe(proof)
  expect(proof).not.toBe(Buffer.from(await derive('123456', known)).toString('base64url'))
})
