/**
 * `npm run pictures`: the pictures of README.md, of the present build with demo data: board, report, phone, and a broker's
 * work without a network, moving. With `--all`: every screen in each size and look instead (./screens.ts).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright'
import { serveDemo } from '../../bench/farol-server.ts'
import { BROWSER_FLAGS } from '../browser-flags.ts'
import { findBrowser } from '../find/browser.ts'
import { type Frame, moving } from './moving.ts'
import { signIn, still } from './page.ts'
import { everyScreen, SCREENS_FOLDER } from './screens.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images')
const LEADS = 2000
const PORT = 4550
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Small enough for README to load at once. */
const MOVING = { width: 960, height: 600 }

const save = (name: string, bytes: Uint8Array) => writeFile(join(IMAGES, name), bytes)

async function board(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor()
  await still(page)
  await save('board.png', await page.screenshot())
}

async function report(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/relatorio-atendimento`)
  await page.getByRole('main').getByRole('table').first().waitFor()
  await still(page)
  await save('report.png', await page.screenshot())
}

async function phone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE)
  // From its top.
  await page.reload()
  await page.getByRole('article').first().waitFor()
  await still(page)
  await save('phone.png', await page.screenshot())
}

/** Network off, a lead captured and opened, network on: what waited is sent. */
async function withoutNetwork(context: BrowserContext, page: Page): Promise<void> {
  const frames: Frame[] = []
  const show = async (ms: number) => frames.push({ png: await page.screenshot(), ms })
  await page.setViewportSize(MOVING)
  await page.getByRole('article').first().waitFor()
  await still(page)
  await show(1500)
  await context.setOffline(true)
  await page
    .getByText(/Sem conexão/u)
    .first()
    .waitFor()
  await show(1500)
  await page
    .getByRole('button', { name: /^Capturar/u })
    .first()
    .click()
  const question = page.getByRole('button', { name: 'Continuar' })
  await question.waitFor()
  await show(1200)
  await question.click()
  await page.getByRole('form', { name: 'Lead' }).waitFor()
  await page.waitForTimeout(800)
  await show(2000)
  await page
    .getByRole('dialog')
    .getByRole('banner')
    .getByRole('button', { name: 'Fechar', exact: true })
    .click()
  await page
    .getByText(/1 pendente/u)
    .first()
    .waitFor()
  await page.waitForTimeout(600)
  await show(2000)
  await context.setOffline(false)
  await page
    .getByText(/Conectado/u)
    .first()
    .waitFor()
  await page.waitForTimeout(1500)
  await show(2500)
  await save('offline.gif', moving(frames))
}

const folder = await mkdtemp(join(tmpdir(), 'farol-pictures-'))
const server = await serveDemo(folder, LEADS, PORT)
const executablePath = await findBrowser()
if (executablePath === null) throw new Error('no Chromium found or installable')
const browser = await chromium.launch({ executablePath, args: [...BROWSER_FLAGS] })

async function picturesOfReadme(): Promise<void> {
  const looks = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', reducedMotion: 'reduce' } as const
  const manager = await browser.newContext({ ...looks, viewport: WIDE })
  const desk = await manager.newPage()
  await signIn(desk, server.url, 'gerente')
  await board(desk)
  await report(desk, server.url)
  const broker = await browser.newContext({ ...looks, viewport: WIDE })
  const page = await broker.newPage()
  await signIn(page, server.url, 'corretor')
  await withoutNetwork(broker, page)
  await phone(page)
  console.log(`board.png, report.png, phone.png e offline.gif em ${IMAGES}`)
}

try {
  if (process.argv.includes('--all')) {
    const count = await everyScreen(browser, server.url)
    console.log(`${count} telas em ${SCREENS_FOLDER}/index.html`)
  } else await picturesOfReadme()
} finally {
  await browser.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
