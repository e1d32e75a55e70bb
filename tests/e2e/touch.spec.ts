/** With a touch screen at every width: no text is cut off, each control is large enough, and nothing moves unasked. */
import type { Locator, Page } from '@playwright/test'
import { App } from './support/app.ts'
import { showsAllTexts } from './support/cut-off.ts'
import { LeadForm } from './support/lead-form.ts'
import { hasWholeForm } from './support/leads.ts'
import { beginProtection, lockScreen } from './support/protection.ts'
import { Rest, type RestLead } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { hasTargetsForThumbs } from './support/touch-targets.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'block' })

const SIZES = [
  { width: 360, height: 780 },
  { width: 390, height: 844 },
  { width: 620, height: 900 },
  { width: 768, height: 1024 },
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1366, height: 657 },
  { width: 1440, height: 900 },
]

type OwnLead = RestLead & {
  readonly insurance_id: number
  readonly contact_type: number | null
  readonly client: { mail: string; cellphone: string }
}

/** A lead of the broker's own in Negociação. */
async function ownLead(rest: Rest, fits: (lead: OwnLead) => boolean): Promise<OwnLead> {
  for (const { id } of await rest.leads('state=2&status=2&limit=100')) {
    const lead = (await rest.lead(id)) as OwnLead
    if (lead.client.mail && fits(lead)) return lead
  }
  throw new Error('the demo has no such lead')
}

const isVehicle = ({ insurance_id }: OwnLead) => insurance_id <= 3

async function atEverySize(page: Page, look: (at: string) => Promise<void>): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await look(`at ${size.width} px`)
  }
}

/** A tap as a thumb's: Playwright's own would scroll to what a sticky part shows already. */
async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const box = await target.boundingBox()
  if (box === null) throw new Error('the element is not shown')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

test(
  'the board shows all texts, with targets for thumbs, at every width',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    for (const tab of ['Origem', 'Negociação', 'Finalizados']) {
      await app.openTab(tab)
      await expect(page.getByRole('article').first()).toBeVisible()
      await atEverySize(page, async (at) => {
        await showsAllTexts(page, `${tab} ${at}`)
        await hasTargetsForThumbs(page, `${tab} ${at}`)
      })
    }
  },
)

test(
  'an offline queue is told in full beside the search of a tablet',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    await page.setViewportSize({ width: 1024, height: 768 })
    await app.openTab('Negociação')
    await page.context().setOffline(true)
    const service = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Situação do atendimento/ })
    await service.click()
    await page.getByRole('option').last().click()
    await expect(app.connection()).toContainText('pendente')
    const cut = await app
      .connection()
      .getByText('pendente')
      .evaluate((words) => words.scrollWidth > words.clientWidth || words.scrollHeight > words.clientHeight)
    // A `title` does not help a thumb.
    expect(cut, 'the words about the connection are cut').toBe(false)
    const { right } = await app.connection().evaluate((one) => one.getBoundingClientRect())
    const bell = page.getByRole('button', { name: /avisos?/i }).first()
    expect(right).toBeLessThanOrEqual((await bell.boundingBox())?.x ?? 0)
  },
)

test(
  'the lead form shows all values of its fields, with targets for thumbs, at every width',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretor')
    const { uid } = await ownLead(rest, isVehicle)
    const app = await signedIn(sharedServer.url, 'corretor', `/?form=${uid}`)
    const { page } = app
    const form = new LeadForm(page)
    await expect(form.field('Data do contato')).toBeVisible()
    await form.unfold()
    await form.fill({
      'Data do contato': '25/11/2026 18:23',
      'Data da cotação': '25/11/2026 18:24',
      'Data da venda/não venda': '25/11/2026 18:25',
      'Data de nascimento': '28/02/1985',
      Celular: '31999998888',
      Telefone: '3133334444',
    })
    await atEverySize(page, async (at) => {
      await form.unfold()
      for (const document of ['39053344705', '12345678000195']) {
        await form.field('CPF/CNPJ').fill(document)
        await showsAllTexts(page, `the form ${at}, ${document.length} digits`)
      }
      await hasTargetsForThumbs(page, `the form ${at}`)
    })
    await page.setViewportSize({ width: 768, height: 1024 })
    await form.field('Tipo de contato').click()
    await expect(page.getByRole('option').first()).toBeVisible()
    await hasTargetsForThumbs(page, 'the options of a select')
  },
)

test(
  'lists and the form of a new lead show all texts, with targets for thumbs, at every width',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'gerente', '/clients')
    const { page } = app
    for (const path of ['/clients', '/users', '/lead']) {
      await app.goTo(path)
      await expect(page.locator('main').getByRole('button').first()).toBeVisible()
      await atEverySize(page, async (at) => {
        await showsAllTexts(page, `${path} ${at}`)
        await hasTargetsForThumbs(page, `${path} ${at}`)
      })
    }
  },
)

test(
  "the menus of a form's actions leave the form where it is",
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretor')
    const { uid } = await ownLead(rest, isVehicle)
    const app = await signedIn(sharedServer.url, 'corretor', `/?form=${uid}`)
    const { page } = app
    const form = new LeadForm(page)
    await expect(form.field('Data do contato')).toBeVisible()
    const scroller = page.locator('.mantine-Modal-content').first()
    const place = () => scroller.evaluate(({ scrollTop }) => scrollTop)
    for (const [width, menu] of [
      [390, 'Ações'],
      [1024, 'Mais'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await expect(form.button(menu)).toBeVisible()
      await scroller.evaluate((one) => one.scrollTo(0, 300))
      const before = await place()
      expect(before).toBeGreaterThan(0)
      await press(page, form.button(menu))
      await press(page, page.getByRole('menuitem', { name: 'Histórico' }))
      const history = page.getByRole('dialog', { name: /Histórico/ })
      await expect(history).toBeVisible()
      expect(await place(), `${menu} at ${width} px`).toBe(before)
      await page.keyboard.press('Escape')
      await expect(history).toBeHidden()
      expect(await place(), `${menu} at ${width} px, after its dialog`).toBe(before)
    }
  },
)

test(
  'a row of choices shows no radio buttons, also while the form waits for an answer about its draft',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretor')
    const { uid } = await ownLead(rest, ({ insurance_id }) => hasWholeForm(insurance_id))
    const app = await signedIn(sharedServer.url, 'corretor', `/?form=${uid}`)
    const { page } = app
    const form = new LeadForm(page)
    await expect(form.root.getByRole('radiogroup').first()).toBeVisible()
    await form.unfold()
    await form.field('Produto').fill('Um produto digitado')
    await expect(form.root.getByText(/^Rascunho guardado/)).toBeVisible()
    await page.reload()
    await expect(form.root.getByRole('button', { name: 'Continuar' })).toBeVisible()
    const radios = form.root.getByRole('radio', { disabled: true })
    expect(await radios.count()).toBeGreaterThan(5)
    const opacities = await radios.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity))
    expect(new Set(opacities)).toEqual(new Set(['0']))
    await form.root.getByRole('button', { name: 'Descartar' }).tap()
  },
)

test(
  "a phone's card is as high as its content, two to a screen, and scrolling moves no card",
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    const cards = page.getByRole('article')
    for (const tab of ['Origem', 'Negociação', 'Finalizados']) {
      await app.openTab(tab)
      await expect(cards.first()).toBeVisible()
      const measured = await cards.evaluateAll((all) =>
        all.map((card) => {
          const box = card.getBoundingClientRect()
          const lowest = Math.max(
            ...[...card.querySelectorAll('button, a')].map((part) => part.getBoundingClientRect().bottom),
          )
          return { height: Math.round(box.height), empty: Math.round(box.bottom - lowest) }
        }),
      )
      expect(
        measured.filter(({ empty }) => empty > 14),
        `${tab}: nothing below the buttons`,
      ).toEqual([])
      const heights = measured.map(({ height }) => height).toSorted((one, other) => one - other)
      // Half of what the bar and the tabs leave of 844 px, without the gap.
      expect(heights[Math.floor(heights.length / 2)], `${tab}: ${heights.join()}`).toBeLessThanOrEqual(357)
    }

    await app.openTab('Origem')
    await expect(cards.first()).toBeVisible()
    /** What a card in sight moves by, beyond the scrolling itself. */
    const jumps = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      const placesInSight = () =>
        new Map(
          [...document.querySelectorAll('article')].flatMap((card) => {
            const { top, bottom } = card.getBoundingClientRect()
            return bottom > 0 && top < window.innerHeight
              ? [[card.ariaLabel, top + window.scrollY] as const]
              : []
          }),
        )
      const moved: string[] = []
      let before = placesInSight()
      for (const step of [...Array<number>(40).fill(180), ...Array<number>(40).fill(-180)]) {
        window.scrollBy({ top: step, behavior: 'instant' })
        for (let frames = 0; frames < 3; frames += 1) await frame()
        const now = placesInSight()
        for (const [card, top] of now) {
          const was = before.get(card)
          if (was !== undefined && Math.abs(was - top) > 1) moved.push(`${card}: ${top - was} px`)
        }
        before = now
      }
      return moved
    })
    expect(jumps).toEqual([])
  },
)

test(
  'after a call the form shows type and date of the contact, and one tap gives both',
  SLICED,
  async ({ server, newDevice }) => {
    const rest = await Rest.signIn(server.url, 'corretor')
    const { uid, id } = await ownLead(
      rest,
      (lead) => hasWholeForm(lead.insurance_id) && lead.contact_type === null,
    )
    const context = await (await newDevice('corretor', 'block')).open()
    // A browser asks before it opens a `tel:` address, and blocks the page until it has an answer.
    await context.addInitScript(() => {
      window.navigation?.addEventListener('navigate', (event) => {
        if (event.destination.url.startsWith('tel:')) event.preventDefault()
      })
    })
    const app = await App.signedIn(context, server.url, 'corretor', `/?form=${uid}`)
    const { page } = app
    const form = new LeadForm(page)
    const types = form.root.getByRole('radiogroup', { name: 'Tipo de contato' })
    await expect(types).toBeVisible()
    await page
      .locator('.mantine-Modal-content')
      .first()
      .evaluate((one) => one.scrollTo(0, one.scrollHeight))
    await expect(types).not.toBeInViewport()

    await form.button('Ações').tap()
    await page.getByRole('menuitem', { name: 'Ligar' }).tap()
    const dialog = page.getByRole('dialog', { name: /^Ligar para/ })
    await dialog.getByRole('radio').first().tap()
    await dialog.getByRole('button', { name: 'Ligar' }).tap()
    await expect(dialog).toBeHidden()
    await expect(types).toBeInViewport({ ratio: 1 })
    await expect(form.field('Data do contato')).toBeInViewport({ ratio: 1 })

    await form.button('Atendida').tap()
    const offer = form.root.getByRole('group', { name: /^Contato de \d\d\/\d\d\/\d{4} às \d\d:\d\d por$/ })
    await expect(offer.getByRole('button')).toHaveText(['Telefone', 'Celular'])
    await hasTargetsForThumbs(page, 'the offer of a contact')
    await offer.getByRole('button', { name: 'Celular' }).tap()
    await expect(offer).toHaveCount(0)
    await expect(types.getByRole('radio', { name: 'Celular' })).toBeChecked()
    await expect(form.field('Data do contato')).toHaveValue(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    await form.button('Salvar').tap()
    await form.succeeded('Lead salvo com sucesso!')
    await app.settled()
    expect(await rest.lead(id)).toMatchObject({ contact_type: 2 })
  },
)

test('the dialogs and screens of a protected device have targets for thumbs', async ({
  sharedServer,
  newDevice,
}) => {
  const device = await newDevice(undefined, 'block')
  const app = await App.open(await device.open(), sharedServer.url, '/login')
  const { page } = app
  await hasTargetsForThumbs(page, 'sign-in')
  await app.signIn('corretor')
  await app.ready()
  const protectButton = await beginProtection(app)
  await hasTargetsForThumbs(page, 'dialog')
  await protectButton.click()
  // Without a service worker no page has the keys of the one before.
  await expect(lockScreen(page)).toBeVisible({ timeout: 60_000 })
  await hasTargetsForThumbs(page, 'lock screen')
})
