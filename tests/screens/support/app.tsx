/**
 * Mounts the app at a path: the real routes, store, board worker and rules, over a seeded mirror and a scripted peer. Each
 * mount is another user, so no test sees the data of an earlier one. docs/testing.md#mounted-screens
 */
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, onTestFinished } from 'vitest'
import { lastPullAt } from '../../../src/db/mirror/pull-state.ts'
import { openMirror } from '../../../src/db/open.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { clearSession, thisDevice, writeSession } from '../../../src/db/session/device-session.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { RoleId, SessionUser } from '../../../src/domain/session/session-user.ts'
import { storeToken } from '../../../src/features/session/stored-token.ts'
import { tellDrafts } from '../../../src/page-life/typed-drafts.ts'
import { newAppRouter } from '../../../src/routes/app-router.ts'
import { BoardRoute, IndicationRoute } from '../../../src/routes/home-screens.ts'
import { AppProviders } from '../../../src/ui/AppProviders.tsx'
import { toasts } from '../../../src/ui/notify.ts'
import { closeBoard } from '../../../src/workers/board-bridge.ts'
import { startSync, stopSync } from '../../../src/workers/sync-bridge.ts'
import { at } from '../../unit/domain/fixtures.ts'
import { aColleague } from './house.ts'
import { type Look, lookAt } from './looks.ts'
import { connect } from './page-thread.ts'
import './page-loads.ts'
import { Peer } from './peer.ts'
import { clearStorages, endsWithTest } from './put-back.ts'

export interface Opening extends Look {
  /** Default: a broker. */
  readonly role?: RoleId
  readonly user?: Partial<SessionUser>
  /** What the mirror holds, as the server has it. May depend on the user. */
  readonly leads?: readonly Lead[] | ((user: SessionUser) => readonly Lead[])
  readonly clients?: readonly Client[]
  readonly settings?: Readonly<Record<string, unknown>>
  /** The server's time, local to São Paulo. The device's own clock differs from it, and the app corrects that. */
  readonly now?: string
  /** Scripts the peer before the first call. */
  readonly script?: (peer: Peer) => void
  /** False: the mirror is empty, and the first sync runs beside the screen. */
  readonly seeded?: boolean
  /** False: nobody is signed in, and the user has never been on this device. */
  readonly signedIn?: boolean
  /** False: the code of the menu's other screens is loaded beforehand, which each test would pay for. */
  readonly savesData?: boolean
}

export interface MountedApp {
  readonly user: SessionUser
  readonly peer: Peer
  readonly db: MirrorDb
  /** Milliseconds since the epoch, by the server's clock. */
  readonly now: () => number
  /** The app at another path, as after a click on a link. */
  readonly go: (path: string) => Promise<void>
  /** The app on the same device and at another path, as after a load of the page. */
  readonly load: (path: string) => Promise<void>
}

/** Wednesday, within the business hours. */
const WORKING_HOUR = '2026-11-18T10:00:00'

let router: ReturnType<typeof newAppRouter> | null = null
let mounted: { readonly root: Root; readonly host: HTMLElement } | null = null
/** Begins with the time: no user of a fixture has such a number. */
let count = Date.now() % 1_000_000_000

async function leavePage(): Promise<void> {
  mounted?.root.unmount()
  mounted?.host.remove()
  mounted = null
  closeBoard()
  await stopSync()
}

/** A first entry of the app, as in a new tab: the router counts the app's entries from here. */
function beginHistory(path: string): void {
  const key = crypto.randomUUID()
  window.history.pushState({ key, __TSR_key: key, __TSR_index: 0 }, '', path)
}

async function mount(path: string): Promise<void> {
  router ??= newAppRouter()
  router.history.replace(path, undefined, { ignoreBlocker: true })
  // The last mount's waits for a painting that never comes.
  router.startTransition = (change) => {
    change()
    return Promise.resolve(false)
  }
  // Else the first painting is of the address of the test before, and its effects run.
  await router.load()
  // The router's lazy component suspends by `use` and calls it no more once its code is there: React warns of that.
  await Promise.all([BoardRoute.preload?.(), IndicationRoute.preload?.()])
  const host = document.createElement('div')
  host.id = 'root'
  document.body.append(host)
  const root = createRoot(host)
  mounted = { root, host }
  root.render(
    <StrictMode>
      <AppProviders>
        <RouterProvider router={router} />
      </AppProviders>
    </StrictMode>,
  )
  // Nobody acts before the first painting.
  await expect.poll(() => host.childElementCount, { interval: 5 }).toBeGreaterThan(0)
}

/** A toast outlives the screen that it is about. */
function closeToasts(): void {
  while (toasts.get() !== null) toasts.close()
}

async function unmount(): Promise<void> {
  // A form that closes says so once its draft is written.
  tellDrafts(false)
  await leavePage()
  closeToasts()
  connect(null)
  await clearSession()
  // What a screen keeps there is the app's; other tests take away what they keep.
  clearStorages()
}

/** Resolves when the mirror holds what the peer has. */
async function seeded(user: SessionUser): Promise<void> {
  await startSync(user.id)
  await expect.poll(() => lastPullAt(openMirror(user.id)), { interval: 5 }).not.toBeNull()
}

export async function openApp(path: string, opening: Opening = {}): Promise<MountedApp> {
  onTestFinished(unmount)
  await lookAt(opening)
  if (opening.savesData !== false)
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: Object.assign(new EventTarget(), { saveData: true }),
    })
  // An earlier file's sign-out may still have its ending to send.
  await thisDevice().endings.clear()
  count += 1
  const user: SessionUser = { ...aColleague(opening.role ?? 3, 1000 + count), ...opening.user }
  endsWithTest(user.id)
  const shift = at(opening.now ?? WORKING_HOUR) - Date.now()
  const now = () => Date.now() + shift
  const peer = new Peer(user, now, opening.settings)
  const { leads = [], clients = [] } = opening
  for (const client of clients) peer.server.rows.writeClient(client)
  for (const lead of typeof leads === 'function' ? leads(user) : leads) peer.server.write(lead)
  opening.script?.(peer)
  connect(peer)
  const token = `token-${user.id}`
  peer.admit(token)
  if (opening.signedIn !== false) {
    await writeSession(token, user)
    storeToken(token)
    if (opening.seeded !== false) await seeded(user)
  }
  // A command of the test before may have been told of meanwhile.
  closeToasts()
  beginHistory(path)
  await mount(path)
  return {
    user,
    peer,
    db: openMirror(user.id),
    now,
    go: async (next) => {
      router?.history.push(next)
      await expect.poll(() => window.location.pathname + window.location.search).toBe(next)
    },
    load: async (next) => {
      await leavePage()
      await mount(next)
    },
  }
}
