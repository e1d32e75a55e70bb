/**
 * `npm run pictures -- --all`: each screen of each role that sees it differently, at 390 and 820 px by touch and at 1440 px, in
 * both looks, as whole pages, with a page that shows them side by side.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { may } from '../../src/domain/permissions/actions.ts'
import { ROUTES } from '../../src/domain/permissions/routes.ts'
import { signIn, still } from './page.ts'

export const SCREENS_FOLDER = join(import.meta.dirname, '../../build/pictures')

const SIZES = [
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: '820', viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  { name: '1440', viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false },
] as const
const LOOKS = ['light', 'dark'] as const

interface Visitor {
  /** Null: nobody is signed in. */
  readonly login: string | null
  readonly paths: readonly string[]
}

/** The administrator sees all screens but a few. The others see theirs otherwise, or are the only ones who have them. */
const VISITORS: readonly Visitor[] = [
  { login: null, paths: ['/login', '/register', '/redefine', '/conferir'] },
  { login: 'admin', paths: ROUTES.filter(({ action }) => may(action, 1)).map(({ path }) => path) },
  { login: 'gerente', paths: ['/', '/equipe-hoje', '/relatorios'] },
  { login: 'corretor', paths: ['/', '/hoje', '/lead', '/relatorio-atendimento'] },
  { login: 'concessionaria', paths: ['/', '/lead'] },
  { login: 'indicador', paths: ['/', '/auto-indicação', '/indicacao-externa', '/relatorio-indicador'] },
]

const nameOf = (login: string | null, path: string) =>
  `${login ?? 'sem-login'}${path === '/' ? '-inicio' : path.replaceAll('/', '-')}`

async function visit(page: Page, url: string, { login, paths }: Visitor, look: string): Promise<string[]> {
  if (login !== null) await signIn(page, url, login)
  const names: string[] = []
  for (const path of paths) {
    await page.goto(`${url}${path}`)
    await still(page)
    const name = nameOf(login, path)
    await page.screenshot({ path: join(SCREENS_FOLDER, `${name}-${look}.png`), fullPage: true })
    names.push(name)
  }
  return names
}

const figure = (name: string, look: string) =>
  `<figure><a href="${name}-${look}.png"><img src="${name}-${look}.png" height="420" loading="lazy" alt=""></a><figcaption>${look}</figcaption></figure>`

const contactSheet = (names: readonly string[], looks: readonly string[]) =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>Farol: todas as telas</title><style>body{font:14px sans-serif}section>div{display:flex;gap:12px;overflow-x:auto}figure{margin:0}img{border:1px solid #999}</style>${names
    .map(
      (name) =>
        `<section><h2>${name}</h2><div>${looks.map((look) => figure(name, look)).join('')}</div></section>`,
    )
    .join('')}</html>`

/** Returns the number of pictures. Each size and look is a browser profile of its own for each user. */
export async function everyScreen(browser: Browser, url: string): Promise<number> {
  await rm(SCREENS_FOLDER, { recursive: true, force: true })
  await mkdir(SCREENS_FOLDER, { recursive: true })
  const names = new Set<string>()
  const looks: string[] = []
  for (const { name: size, ...device } of SIZES)
    for (const colorScheme of LOOKS) {
      const look = `${size}-${colorScheme}`
      looks.push(look)
      for (const visitor of VISITORS) {
        const context = await browser.newContext({
          ...device,
          colorScheme,
          locale: 'pt-BR',
          timezoneId: 'America/Sao_Paulo',
          reducedMotion: 'reduce',
        })
        for (const name of await visit(await context.newPage(), url, visitor, look)) names.add(name)
        await context.close()
      }
      console.log(look)
    }
  await writeFile(join(SCREENS_FOLDER, 'index.html'), contactSheet([...names], looks))
  return names.size * looks.length
}
