/** A sign-out without the server reaches it at the next contact, whichever user is signed in then. */
import { afterAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { endSessionRoute, logoutRoute } from '../../../src/contract/session.ts'
import { openMirror } from '../../../src/db/open.ts'
import { thisDevice } from '../../../src/db/session/device-session.ts'
import { endingProof } from '../../../src/db/session/session-endings.ts'
import { watchEndings } from '../../../src/features/session/watch-endings.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { choosesInAccount } from '../support/account-menu.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { notesPageLoads } from '../support/page-loads.ts'
import type { Peer } from '../support/peer.ts'
import { enter, signsIn, takesSignIn } from '../support/sign-in.ts'

// As a start of the app does.
afterAll(watchEndings())

const endings = () => thisDevice().endings.toArray()
const menu = page.getByRole('navigation', { name: 'Menu principal' })

function serves(peer: Peer): void {
  takesSignIn(peer)
  peer.answers(logoutRoute, { message: 'Sessão encerrada' })
  peer.answers(endSessionRoute, { message: 'Sessão encerrada' })
}

/** Signs out and opens the sign-in screen, which the app loads as a new page. */
async function signsOut({ load }: MountedApp, loads: readonly string[]): Promise<void> {
  await choosesInAccount('Logout')
  await expect.poll(() => loads).toContain('/login')
  await load('/login')
  await expect.element(enter).toBeVisible()
}

test('a confirmed sign-out leaves nothing of the user on the device, and nothing to send', async () => {
  const loads = notesPageLoads()
  const app = await openApp('/', { leads: [aLead({ channel_id: 8 })], script: serves })
  expect(await app.db.leads.count()).toBe(1)
  await signsOut(app, loads)
  expect(localStorage.getItem('farol_token')).toBeNull()
  expect(await endings()).toEqual([])
  expect(await openMirror(app.user.id).leads.count()).toBe(0)
  expect(app.peer.callsOf(logoutRoute).length).toBe(1)
  expect(app.peer.callsOf(endSessionRoute)).toEqual([])
})

test('the sign-in screen sends the ending as soon as the network is back, and never the token', async () => {
  const loads = notesPageLoads()
  const app = await openApp('/', { script: serves })
  await expect.element(menu).toBeVisible()
  cutNetwork(app.peer)
  await signsOut(app, loads)
  const kept = await endings()
  expect(kept.map(({ proof }) => proof)).toEqual([await endingProof(`token-${app.user.id}`)])
  expect(JSON.stringify([kept, Object.entries(localStorage)])).not.toContain(`token-${app.user.id}`)
  restoreNetwork(app.peer)
  await expect
    .poll(() => app.peer.bodiesOf(endSessionRoute))
    .toContainEqual({ proof: await endingProof(`token-${app.user.id}`) })
  await expect.poll(endings).toEqual([])
})

test('while a user works the ending is sent with the next return of the network', async () => {
  const loads = notesPageLoads()
  const app = await openApp('/', { script: serves })
  app.peer.refuses(logoutRoute, { status: 503 })
  app.peer.refuses(endSessionRoute, { status: 503 })
  await signsOut(app, loads)
  await signsIn()
  await expect.element(menu).toBeVisible()
  await expect.poll(() => app.peer.callsOf(endSessionRoute).length).toBeGreaterThan(0)
  expect((await endings()).length).toBe(1)
  app.peer.answers(endSessionRoute, { message: 'Sessão encerrada' })
  window.dispatchEvent(new Event('online'))
  await expect.poll(endings).toEqual([])
})

test('no input is possible while a sign-out waits, and a server that does not answer in time hears of it again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const loads = notesPageLoads()
    const app = await openApp('/lead', { script: serves })
    const form = page.getByRole('form', { name: 'Lead' })
    await expect.element(form).toBeVisible()
    const answer = app.peer.holds(logoutRoute)
    await choosesInAccount('Logout')
    await expect.poll(() => app.peer.callsOf(logoutRoute).length).toBe(1)
    await expect.element(form).not.toBeInTheDocument()
    vi.advanceTimersByTime(3000)
    await expect.poll(() => loads).toContain('/login')
    answer()
    await app.load('/login')
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => app.peer.callsOf(endSessionRoute).length).toBe(1)
    await expect.poll(endings).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a sign-out that cannot wipe the device says what to do next, and the next one works', async () => {
  const loads = notesPageLoads()
  const app = await openApp('/', { script: serves })
  await expect.element(menu).toBeVisible()
  const locks = vi.spyOn(navigator.locks, 'request').mockRejectedValue(new Error('the disk is gone'))
  await choosesInAccount('Logout')
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/não foi possível apagar os seus dados deste aparelho/)
  await expect.element(alert).toMatchTextContent(/saia outra vez/)
  expect(loads).toEqual([])
  locks.mockRestore()
  await userEvent.click(page.getByRole('button', { name: 'Recarregar' }))
  expect(loads).toEqual(['/'])
  await app.load('/login')
  await signsIn()
  await expect.element(menu).toBeVisible()
  await choosesInAccount('Logout')
  await expect.poll(() => loads).toContain('/login')
  expect(localStorage.getItem('farol_token')).toBeNull()
})
