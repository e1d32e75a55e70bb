/**
 * `npm run bench:protected`: a protected device against a clear one of the same user, which take turns. In fresh browser
 * processes: from the navigation to the first card, or to the lock screen and from the tap on 'Desbloquear' to the first
 * card; then a reload, for which a protected device still has its keys; then a tap on 'Capturar'. At last the ways to unlock.
 */

import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { runStep } from '../../scripts/run-step.ts'
import { addAuthenticator } from '../../scripts/virtual-authenticator.ts'
import { PASSWORD } from '../../tests/support/demo-password.ts'
import { Device, prepareBroker, snapshotWritten, synced } from '../device.ts'
import { serveDemo } from '../farol-server.ts'
import { Records } from '../records.ts'
import { median, spread } from '../table.ts'
import { slowed } from './slowed.ts'
import { findCapture, tapCapture } from './tap-capture.ts'
import { watch } from './watch.ts'

const { values } = parseArgs({
  options: {
    leads: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '9' },
    /** Factors by which the page's processor is slowed. Argon2id runs in a worker, which is not slowed. */
    cpu: { type: 'string', default: '1,6' },
    /** Folder that keeps the demo data and the prepared devices for the next run with the same build. */
    data: { type: 'string' },
    port: { type: 'string', default: '4540' },
  },
})

/** Time in which a person types the password. */
const TYPING_MS = 3000
/** Before, some of the code is still loading. */
const TAP_AFTER_MS = 3000

/** All in ms. */
interface Times {
  /** Until the lock screen is painted. NaN on a clear device. */
  readonly lockScreen: number
  /** From the tap on 'Desbloquear' until the device is unlocked. NaN on a clear device. */
  readonly unlock: number
  /** Until the first card: from the navigation, on a protected device from the tap on 'Desbloquear'. */
  readonly firstCard: number
  readonly reload: number
  readonly capture: number
}

const shown = (page: Page, what: string) => page.waitForEvent('console', (message) => message.text() === what)

async function protect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Proteger este aparelho' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proteger este aparelho' })
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Proteger' }).click()
  await page.getByText('Protegido', { exact: true }).waitFor()
}

async function prepared(profile: string, url: string, isProtected: boolean): Promise<Device> {
  const ready = `${profile}.ready`
  if (!existsSync(ready)) await rm(profile, { recursive: true, force: true })
  const device = await Device.at(profile)
  if (existsSync(ready)) return device
  await prepareBroker(device, url)
  if (isProtected) {
    const page = await device.page()
    await page.goto(`${url}/profile`)
    await protect(page)
    await page.goto(url)
    await synced(page)
    await snapshotWritten(page)
    await device.close()
  }
  await writeFile(ready, '')
  return device
}

const times = (page: Page) =>
  page.evaluate(() => ({
    card: window.opening?.firstCardMs ?? Number.NaN,
    tapped: window.opening?.tappedMs ?? 0,
    unlocked: window.opening?.unlockedMs ?? Number.NaN,
    lockScreen: window.opening?.lockScreenMs ?? Number.NaN,
  }))

async function openOnce(device: Device, url: string, rate: number): Promise<Times> {
  const context = await device.open()
  await context.addInitScript(watch, null)
  const page = await device.page()
  await slowed(page, rate)
  const begun = Promise.race([shown(page, 'first card'), shown(page, 'lock screen')])
  await page.goto(url)
  const isLocked = (await begun).text() === 'lock screen'
  if (isLocked) {
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.waitForTimeout(TYPING_MS)
    const card = shown(page, 'first card')
    await page.getByRole('button', { name: 'Desbloquear', exact: true }).click()
    await card
  }
  const opened = await times(page)
  // What follows the first card ends before the page is loaded again.
  await page.waitForTimeout(TYPING_MS)
  const again = shown(page, 'first card')
  await page.reload()
  await again
  const reloaded = await times(page)
  const place = await findCapture(page)
  const capture = place === null ? Number.NaN : await tapCapture(page, place, TAP_AFTER_MS)
  await device.close()
  return {
    lockScreen: opened.lockScreen,
    unlock: opened.unlocked - opened.tapped,
    firstCard: opened.card - opened.tapped,
    reload: reloaded.card,
    capture,
  }
}

/** Resolves to the ms until the device is unlocked, and until the first card. */
async function unlockOnce(page: Page, way: () => Promise<void>): Promise<[number, number]> {
  await page.getByRole('button', { name: /^Conta de/ }).click()
  const locked = shown(page, 'lock screen')
  await page.getByRole('menuitem', { name: 'Bloquear' }).click()
  await locked
  await page.waitForTimeout(TYPING_MS)
  const card = shown(page, 'first card')
  await way()
  await card
  const { card: cardMs, tapped, unlocked } = await times(page)
  await page.waitForTimeout(TYPING_MS)
  return [unlocked - tapped, cardMs - tapped]
}

/** By password and by passkey, in a browser that stays open. */
async function unlocks(device: Device, url: string, rate: number, rounds: number): Promise<void> {
  const context = await device.open()
  await context.addInitScript(watch, null)
  const page = await device.page()
  await addAuthenticator(page, { hasPrf: true })
  await page.goto(`${url}/profile`)
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Desbloquear', exact: true }).click()
  await page.getByText('Protegido', { exact: true }).waitFor()
  const create = page.getByRole('button', { name: 'Desbloquear com digital' })
  const remove = page.getByRole('button', { name: 'Remover digital' })
  await create.or(remove).waitFor()
  // The passkey of an ended browser.
  if (await remove.isVisible()) await remove.click()
  await create.click()
  const dialog = page.getByRole('dialog', { name: 'Desbloquear com digital' })
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await remove.waitFor()
  const card = shown(page, 'first card')
  await page.goto(url)
  await card
  await slowed(page, rate)
  const password: [number, number][] = []
  const passkey: [number, number][] = []
  for (let round = 0; round < rounds; round++) {
    password.push(
      await unlockOnce(page, async () => {
        await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
        await page.getByRole('button', { name: 'Desbloquear', exact: true }).click()
      }),
    )
    passkey.push(
      await unlockOnce(page, () => page.getByRole('button', { name: 'Desbloquear com digital' }).click()),
    )
  }
  for (const [name, all] of Object.entries({ password, passkey })) {
    const opened = spread(
      all.map(([unlocked]) => unlocked),
      'ms',
    )
    const card = spread(
      all.map(([, first]) => first),
      'ms',
    )
    console.log(`  unlocked by ${name}: ${opened}, first card: ${card}`)
    records.note(`unlocked by ${name} ÷ ${rate}`, median(all.map(([unlocked]) => unlocked)))
    records.note(`first card after ${name} ÷ ${rate}`, median(all.map(([, first]) => first)))
  }
  await device.close()
}

const build = await runStep({ name: 'vite', command: ['npx', 'vite', 'build', '--logLevel', 'warn'] })
if (build.code !== 0) throw new Error(build.output)
const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'farol-bench-')))
const leads = Number(values.leads)
const rounds = Number(values.rounds)
const server = await serveDemo(folder, leads, Number(values.port))
const devices: Device[] = []
const records = new Records('protected')
try {
  const clear = await prepared(join(folder, `clear-${leads}`), server.url, false)
  const sealed = await prepared(join(folder, `protected-${leads}`), server.url, true)
  devices.push(clear, sealed)
  for (const rate of values.cpu.split(',').map(Number)) {
    const all: Record<'clear' | 'protected', Times[]> = { clear: [], protected: [] }
    // The first opening fills the browser's cache of compiled code and is not counted.
    for (let round = 0; round <= rounds; round++) {
      const one = await openOnce(clear, server.url, rate)
      const other = await openOnce(sealed, server.url, rate)
      if (round > 0) {
        all.clear.push(one)
        all.protected.push(other)
      }
    }
    console.log(`${leads.toLocaleString('en')} leads, processor ÷ ${rate}`)
    for (const [name, list] of Object.entries(all)) {
      for (const what of ['lockScreen', 'firstCard', 'reload', 'capture'] as const)
        records.note(`${name} ${what} ÷ ${rate}`, median(list.map((one) => one[what])))
      const line = (what: keyof Times) =>
        spread(
          list.map((one) => one[what]).filter((ms) => !Number.isNaN(ms)),
          'ms',
        )
      if (name === 'protected') {
        console.log(`  protected, navigation to the lock screen: ${line('lockScreen')}`)
        console.log(`  protected, 'Desbloquear' until it is unlocked: ${line('unlock')}`)
      }
      console.log(
        `  ${name}, ${name === 'clear' ? 'navigation' : "'Desbloquear'"} to the first card: ${line('firstCard')}`,
      )
      console.log(`  ${name}, reload to the first card: ${line('reload')}`)
      console.log(`  ${name}, 'Capturar' to its dialog: ${line('capture')}`)
    }
    const ratio = (what: keyof Times) =>
      (median(all.protected.map((one) => one[what])) / median(all.clear.map((one) => one[what]))).toFixed(2)
    console.log(`  protected against clear: reload ${ratio('reload')}, 'Capturar' ${ratio('capture')}`)
    await unlocks(sealed, server.url, rate, Math.ceil(rounds / 2))
  }
  await records.end()
} finally {
  for (const device of devices) await device.close()
  await server.stop()
  if (values.data === undefined) await rm(folder, { recursive: true, force: true })
}
