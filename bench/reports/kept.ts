/** A kept report opened from the menu without a network, in the built app. */
import { Device, signIn, synced } from '../device.ts'
import { median } from '../table.ts'

const OPENINGS = 15
const FIGURES = 'section[aria-label="Relatório de Indicações da Corretora"] dd'

/** Prints the time from the click in the menu until the figures are painted. */
export async function keptReport(url: string): Promise<void> {
  const device = await Device.make()
  try {
    const context = await device.open()
    const page = await device.page()
    await page.goto(url)
    await signIn(page, 'admin')
    await synced(page)
    await page.getByRole('link', { name: 'Rel. Ind. Corretora' }).click()
    await page.getByRole('table', { name: 'Por corretor' }).waitFor()
    await context.setOffline(true)
    const times: number[] = []
    for (let opening = 0; opening < OPENINGS; opening++) {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      await page.getByRole('link', { name: 'Rel. Ind. Corretora' }).waitFor()
      await page.waitForTimeout(1000)
      times.push(
        await page.evaluate(
          ({ title, figures }) =>
            new Promise<number>((resolve) => {
              const link = [...document.querySelectorAll('a')].find((one) => one.textContent === title)
              const started = performance.now()
              const look = () => {
                if (document.querySelector(figures) === null) requestAnimationFrame(look)
                else requestAnimationFrame(() => resolve(performance.now() - started))
              }
              link?.click()
              look()
            }),
          { title: 'Rel. Ind. Corretora', figures: FIGURES },
        ),
      )
    }
    const [least, most] = [Math.min(...times), Math.max(...times)]
    console.log(`
| relatório guardado, aberto sem rede | |
|---|---|
| do clique às figuras, ms | ${median(times).toFixed(0)} (${least.toFixed(0)} a ${most.toFixed(0)}) |`)
  } finally {
    await device.dispose()
  }
}
