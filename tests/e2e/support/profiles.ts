/**
 * Browser profiles that are signed in and have their first sync behind them. The first test that needs one makes it, at
 * a server to which nothing is written. Each device gets a copy.
 */
import { cp, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, expect, type LaunchOptions } from '@playwright/test'
import { removeFolder } from '../../support/remove-folder.ts'
import { App } from './app.ts'
import { frontOrigin, frontTo, noteBlockedWorkers } from './front.ts'
import { RUN } from './paths.ts'
import { prepared } from './prepared.ts'

interface Wanted {
  readonly login: string
  /** A blocked service worker would still control the pages of a profile that has one. */
  readonly serviceWorkers: 'allow' | 'block'
  readonly options: BrowserContextOptions
  readonly launch: LaunchOptions
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Opens the profile's browser for as long as the work takes. */
async function inBrowser(
  folder: string,
  { serviceWorkers, options, launch }: Wanted,
  work: (app: App) => Promise<void>,
): Promise<void> {
  const context = await chromium.launchPersistentContext(folder, {
    locale: options.locale ?? 'pt-BR',
    timezoneId: options.timezoneId ?? 'America/Sao_Paulo',
    ...launch,
    serviceWorkers,
  })
  if (serviceWorkers === 'block') noteBlockedWorkers(context)
  try {
    const page = await context.newPage()
    await page.goto(frontOrigin())
    await work(new App(page, frontOrigin()))
  } finally {
    await context.close()
  }
}

/** Has loaded the sign-in and installed the service worker, which costs as much as all the rest. */
async function makeVisited(folder: string, wanted: Wanted): Promise<void> {
  await frontTo(`http://localhost:${prepared().untouchedPort}`)
  await inBrowser(folder, wanted, async (app) => {
    await app.page.getByRole('button', { name: 'Entrar' }).waitFor()
    if (wanted.serviceWorkers === 'allow') await app.controlled()
  })
}

async function makeSignedIn(folder: string, wanted: Wanted): Promise<void> {
  const { sessions, untouchedPort } = prepared()
  await copyOf(`visited-${wanted.serviceWorkers}`, folder, (empty) => makeVisited(empty, wanted))
  const front = await frontTo(`http://localhost:${untouchedPort}`)
  // The session must be in the data of every server, so it is one of the template's.
  const body = JSON.stringify({ data: { token: sessions[wanted.login]?.device ?? '' } })
  front.impostor = (path) => (path === '/api/login' ? { status: 200, type: 'application/json', body } : null)
  try {
    await inBrowser(folder, wanted, async (app) => {
      await app.signIn(wanted.login)
      await app.ready()
    })
  } finally {
    front.impostor = null
  }
}

/** Copies the profile of this name to the folder. The first one of the run that asks for it makes it. */
async function copyOf(name: string, to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const profile = join(RUN, `profile-${name}`)
  const unfinished = `${profile}-unfinished`
  // Making the folder is the lock between the workers.
  const isMine = await mkdir(`${profile}-lock`).then(
    () => true,
    () => false,
  )
  if (isMine) {
    try {
      await make(unfinished)
      await rename(unfinished, profile)
    } catch (error) {
      // The next test tries again.
      await removeFolder(unfinished)
      await removeFolder(`${profile}-lock`)
      throw error
    }
  }
  await expect.poll(() => exists(profile), { timeout: 60_000, intervals: [100] }).toBe(true)
  await cp(profile, to, { recursive: true })
}

/** Copies the profile of this user to the folder. */
export const copyProfile = (wanted: Wanted, to: string): Promise<void> =>
  copyOf(`${wanted.login}-${wanted.serviceWorkers}`, to, (folder) => makeSignedIn(folder, wanted))
