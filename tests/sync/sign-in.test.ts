/** Every way to sign in ends in one piece, which decides whether this device is protected: docs/rules.md#protected-devices */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RouteSpec } from '../../src/contract/route.ts'
import { deriveKeys } from '../../src/db/sealing/derive-keys.ts'
import { thisDevice, writeSealedSession } from '../../src/db/session/device-session.ts'
import type { Protection } from '../../src/domain/session/protection.ts'
import { choosePersonal } from '../../src/features/session/personal-choice.ts'
import { restoreSession } from '../../src/features/session/restore-session.ts'
import type { SignInCalls } from '../../src/features/session/SignInForm.tsx'
import {
  answerSecondStep,
  enterAfterSetUp,
  enterWithLongerPassword,
  type StepOutcome,
  signIn,
  signInWithPasskey,
} from '../../src/features/session/sign-in.ts'
import { clearStoredToken, SEALED, storeToken } from '../../src/features/session/stored-token.ts'
import { notify } from '../../src/ui/notify.ts'
import { memoryStorage } from '../support/memory-storage.ts'
import { aUser } from '../unit/domain/fixtures.ts'

const USER = aUser(3, { id: 7 })
const LONGER = 'quatro palavras bem longas'
const CREDENTIALS = { login: USER.login, password: 'uma senha qualquer' }
const HALF = 'A'.repeat(43)

const PROTECTION: Protection = {
  required: true,
  server_half: HALF,
  idle_minutes: 10,
  has_pin: false,
  sealing_key: null,
}

type Answers = Readonly<Record<string, unknown>>

const server = { answers: {} as Answers, confirmations: [] as unknown[] }
const entered: { protection: Protection; confirmation: string | null; password: string | null }[] = []

vi.mock('../../src/api/call.ts', () => ({
  call: ({ path }: RouteSpec, { confirmation }: { confirmation?: string }) => {
    if (confirmation !== undefined) server.confirmations.push(confirmation)
    const value = server.answers[path]
    return Promise.resolve(value === undefined ? { kind: 'unreachable' } : { kind: 'ok', value })
  },
}))
vi.mock('../../src/device/second-factor/browser-passkeys.ts', () => ({
  provePasskey: () => Promise.resolve({ kind: 'ok', response: {} }),
}))
/** Whose keyrings the device has. */
const keyrings = new Set<number>()
vi.mock('../../src/device/keyring/has-keyring.ts', () => ({
  hasKeyring: (userId: number) => Promise.resolve(keyrings.has(userId)),
  hasAnyKeyring: () => Promise.resolve(keyrings.size > 0),
}))
vi.mock('../../src/device/keyring/protected-sign-in.ts', () => ({
  enterProtected: (signedIn: (typeof entered)[number]) => {
    entered.push(signedIn)
    return Promise.resolve({ kind: 'ok' })
  },
}))

const stored = memoryStorage()
const storedTexts = () =>
  Array.from({ length: stored.length }, (_, place) => stored.getItem(stored.key(place) ?? ''))
vi.stubGlobal('window', { localStorage: stored, location: { hostname: 'farol.exemplo' } })

beforeEach(async () => {
  stored.clear()
  keyrings.clear()
  choosePersonal(false)
  entered.length = 0
  server.answers = {}
  server.confirmations = []
  await Promise.all([thisDevice().session.clear(), thisDevice().sealed.clear()])
})

const opened = (protection: Protection | null) => ({
  data: {
    token: 'o token',
    second_step: null,
    set_up: null,
    longer_password: false,
    confirmation: 'desta entrada',
    protection,
    remembered: null,
  },
})
const isSetUpDue = { until: '2026-01-01T00:00:00.000Z', is_due: true }

/** What the server answers by each way. A sign-in that has to set up a second factor first gets no half. */
const answersBy = (protection: Protection): Readonly<Record<EntranceCall, Answers>> => ({
  signIn: { '/login': opened(protection) },
  answerSecondStep: {
    '/login': {
      data: { token: null, second_step: { step: 's', ways: ['code'] }, set_up: null, protection: null },
    },
    '/login/second-step': opened(protection),
  },
  signInWithPasskey: { '/login/passkey/options': { data: {} }, '/login/passkey': opened(protection) },
  enterAfterSetUp: {
    '/login': {
      data: { ...opened({ ...protection, server_half: null }).data, set_up: isSetUpDue },
    },
    '/sessions/confirm': { data: { confirmation: 'provada' } },
    '/device-keys': { data: protection },
  },
  // The password is too short for the device: a longer one comes first, and proves the half.
  enterWithLongerPassword: {
    '/login': { data: { ...opened({ ...protection, server_half: null }).data, longer_password: true } },
    '/update-user': { message: 'Perfil atualizado com sucesso!' },
    '/sessions/confirm': { data: { confirmation: 'provada' } },
    '/device-keys': { data: protection },
  },
})

type EntranceCall = Exclude<keyof SignInCalls, 'proveForStep'>

const WAYS: Readonly<Record<EntranceCall, () => Promise<StepOutcome>>> = {
  signIn: () => signIn(CREDENTIALS),
  answerSecondStep: async () => {
    await signIn(CREDENTIALS)
    return answerSecondStep({ step: 's', ways: ['code'] }, { code: '123456' }, false)
  },
  signInWithPasskey: () => signInWithPasskey(null),
  enterAfterSetUp: async () => {
    const begun = await signIn(CREDENTIALS)
    return begun.kind === 'set_up' ? enterAfterSetUp(begun.token) : begun
  },
  enterWithLongerPassword: async () => {
    const begun = await signIn(CREDENTIALS)
    return begun.kind === 'longer_password' ? enterWithLongerPassword(begun.token, LONGER) : begun
  },
}

describe.each(Object.entries(WAYS))('%s', (way, enter) => {
  const serverAnswers = (protection: Protection) => {
    const answers = new Map(Object.entries(answersBy(protection)))
    server.answers = { ...answers.get(way), '/tokenconfirm': USER }
  }

  test('a user who works on a shared tablet enters protected, with the half that the server keeps', async () => {
    const said = vi.spyOn(notify, 'success').mockReturnValue()
    serverAnswers(PROTECTION)
    expect(await enter()).toEqual({ kind: 'ok' })
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Este aparelho é protegido/))
    said.mockRestore()
    const password =
      way === 'signInWithPasskey' ? null : way === 'enterWithLongerPassword' ? LONGER : CREDENTIALS.password
    // Without it the server stores no half.
    const isProvedApart = way === 'enterAfterSetUp' || way === 'enterWithLongerPassword'
    const confirmation = isProvedApart ? 'provada' : 'desta entrada'
    expect(entered).toMatchObject([{ protection: PROTECTION, confirmation, password }])
    expect(await thisDevice().session.get('current')).toBeUndefined()
    expect(storedTexts()).toContain(SEALED)
    expect(storedTexts()).not.toContain('o token')
  })

  test('anybody else enters in the personal mode', async () => {
    serverAnswers({ ...PROTECTION, required: false, server_half: null })
    expect(await enter()).toEqual({ kind: 'ok' })
    expect(entered).toEqual([])
    expect(await thisDevice().session.get('current')).toMatchObject({ token: 'o token' })
  })
})

test('a set-up without an answer about the protection stores nothing, and goes on when it is tried again', async () => {
  server.answers = { ...answersBy(PROTECTION).enterAfterSetUp, '/tokenconfirm': USER }
  const { '/device-keys': late, ...others } = server.answers
  server.answers = others
  await signIn(CREDENTIALS)
  expect(await enterAfterSetUp('o token')).toMatchObject({ kind: expect.stringMatching(/offline|failed/) })
  expect(await thisDevice().session.get('current')).toBeUndefined()
  server.answers = { ...others, '/device-keys': late }
  expect(await enterAfterSetUp('o token')).toEqual({ kind: 'ok' })
  expect(entered).toHaveLength(1)
  expect(server.confirmations).toEqual(['provada', 'provada'])
})

test('a device whose keyring the browser took is protected again for the user whose sealed queue it left', async () => {
  const recovery = { wrap: { nonce: 'AA', sealed: 'AA' }, deviceId: 'o aparelho de antes' }
  stored.setItem(`farol_queue_${USER.id}`, JSON.stringify({ mirrorId: 'm', sealed: 'AA', recovery }))
  server.answers = { '/login': opened({ ...PROTECTION, required: false }), '/tokenconfirm': USER }
  expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
  expect(entered).toHaveLength(1)
  expect(await thisDevice().session.get('current')).toBeUndefined()
})

test('a browser that ended while the device was being protected does not come back in the personal mode', async () => {
  stored.setItem('farol_token', 'o token de antes')
  server.answers = { '/tokenconfirm': USER }
  const keys = await deriveKeys(new Uint8Array(32).fill(1), USER.id)
  await writeSealedSession(keys, { token: 'o novo', user: USER, idleMinutes: 10, sealingKey: null, nowMs: 1 })
  expect(await restoreSession()).toBe('signed out')
  expect(stored.getItem('farol_token')).toBe(SEALED)
  expect(await thisDevice().session.get('current')).toBeUndefined()
})

describe('a device that is protected for somebody', () => {
  const OTHER = aUser(3, { id: 8 })
  const sealsFor = async (user: typeof USER) =>
    writeSealedSession(await deriveKeys(new Uint8Array(32).fill(2), user.id), {
      token: 'o do outro',
      user,
      idleMinutes: 10,
      sealingKey: null,
      nowMs: 1,
    })

  test.each<[string, () => void | Promise<void>]>([
    ['who is signed in there', () => sealsFor(OTHER)],
    ['who signed out and kept the queue or drafts', () => void keyrings.add(OTHER.id)],
    [
      'whose keyring the browser took, and left the queue',
      () => {
        const recovery = { wrap: { nonce: 'AA', sealed: 'AA' }, deviceId: 'este' }
        stored.setItem(`farol_queue_${OTHER.id}`, JSON.stringify({ mirrorId: 'm', sealed: 'AA', recovery }))
      },
    ],
  ])('is protected for anybody else: %s', async (_who, prepare) => {
    await prepare()
    choosePersonal(true)
    const said = vi.spyOn(notify, 'success').mockReturnValue()
    server.answers = { '/login': opened({ ...PROTECTION, required: false }), '/tokenconfirm': USER }
    expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
    expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^Este aparelho é protegido/))
    said.mockRestore()
    expect(entered).toHaveLength(1)
    expect(await thisDevice().session.get('current')).toBeUndefined()
    expect(storedTexts()).not.toContain('o token')
  })

  test('stays protected after the last sign-out, until somebody chooses the personal mode, which is said', async () => {
    server.answers = { '/login': opened({ ...PROTECTION, required: false }), '/tokenconfirm': USER }
    const said = vi.spyOn(notify, 'success').mockReturnValue()
    storeToken(SEALED)
    clearStoredToken()
    expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
    expect(entered).toHaveLength(1)
    clearStoredToken()

    const warned = vi.spyOn(notify, 'warning').mockReturnValue()
    choosePersonal(true)
    expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
    expect(entered).toHaveLength(1)
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/deixou de ser protegido/))
    clearStoredToken()

    expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
    expect(entered).toHaveLength(1)
    said.mockRestore()
    warned.mockRestore()
  })

  test('nobody who must protect the device chooses the personal mode', async () => {
    storeToken(SEALED)
    clearStoredToken()
    choosePersonal(true)
    const said = vi.spyOn(notify, 'success').mockReturnValue()
    server.answers = { '/login': opened(PROTECTION), '/tokenconfirm': USER }
    expect(await signIn(CREDENTIALS)).toEqual({ kind: 'ok' })
    expect(entered).toHaveLength(1)
    said.mockRestore()
  })
})
