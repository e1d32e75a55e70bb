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

async function makeProfile(
  folder: string,
  { login, serviceWorkers, options, launch }: Wanted,
): Promise<void> {
  const { sessions, untouchedPort } = prepared()
  const front = await frontTo(`http://localhost:${untouchedPort}`)
  // The session must be in the data of every server, so it is one of the template's.
  const body = JSON.stringify({ data: { token: sessions[login]?.device ?? '' } })
  front.impostor = (path) => (path === '/api/login' ? { status: 200, type: 'application/json', body } : null)
  const context = await chromium.launchPersistentContext(folder, {
    locale: options.locale ?? 'pt-BR',
    timezoneId: options.timezoneId ?? 'America/Sao_Paulo',
    ...launch,
    serviceWorkers,
  })
  if (serviceWorkers === 'block') noteBlockedWorkers(context)
  try {
    const page = await context.newPage()
    const app = new App(page, frontOrigin())
    await page.goto(frontOrigin())
    await app.signIn(login)
    await app.ready()
  } finally {
    front.impostor = null
    await context.close()
  }
}

/** Copies the profile of this user to the folder. */
export async function copyProfile(wanted: Wanted, to: string): Promise<void> {
  const profile = join(RUN, `profile-${wanted.login}-${wanted.serviceWorkers}`)
  const unfinished = `${profile}-unfinished`
  // Making the folder is the lock between the workers.
  const isMine = await mkdir(`${profile}-lock`).then(
    () => true,
    () => false,
  )
  if (isMine) {
    try {
      await makeProfile(unfinished, wanted)
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
