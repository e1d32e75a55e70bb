/** The PDF of a policy is read on the phone itself, without a network, and offered field by field: docs/rules.md#policy-reading */
import { addYears } from 'date-fns/addYears'
import { lightFormat } from 'date-fns/lightFormat'
import { madePdf, scannedPdf } from '../support/made-pdf.ts'
import { App } from './support/app.ts'
import { frontTo } from './support/front.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'
import { openForm, worked } from './support/worked-lead.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const START = new Date()
const END = addYears(START, 1)
const shown = (day: Date) => lightFormat(day, 'dd/MM/yyyy')

const policy = () =>
  madePdf([
    [
      [40, 40, 'Allianz Seguros S.A.', { bold: true, size: 14 }],
      [40, 70, 'Apólice: 5177202631'],
      [40, 84, `Vigência: ${shown(START)} a ${shown(END)}`],
      [40, 98, 'Placa: RTA4B27'],
      [200, 98, 'Chassi: 9BWAG45U8PT123456'],
      [40, 112, 'Prêmio líquido: R$ 1.234,56'],
    ],
  ])

// Promise: the reader of PDFs and its worker come from the device, and keep to the policy of contents.
test(
  'what a policy says is taken by taps and saved, without a network',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const rest = await Rest.signIn(sharedServer.url, 'admin')
    const [lead] = await worked(rest, 1)
    if (lead === undefined) throw new Error('unreachable')
    await rest.call('PUT', `/leads/${lead.id}`, { product: 'Carro do cliente' })
    const refused: string[] = []
    const front = await frontTo(sharedServer.url)
    front.refusedByPolicy = refused
    const context = await (await newDevice('admin')).open()
    const app = await App.signedIn(context, sharedServer.url, 'admin')
    const { page } = app
    await app.settled()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const form = await openForm(app, lead)
    const attach = async (name: string, bytes: Uint8Array) => {
      await page.getByRole('button', { name: 'Ações', exact: true }).click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('menuitem', { name: /(Enviar|Substituir) PDF/ }).click()
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) })
    }
    const line = page.getByRole('status').filter({ hasText: 'No PDF, para conferir e usar:' })

    await test.step('nothing is written before a tap', async () => {
      await context.setOffline(true)
      await attach('apolice.pdf', await policy())
      for (const field of ['Chassi', 'Placa', 'Valor da venda', 'Fim da vigência'])
        await expect(line.getByRole('button', { name: field, exact: true })).toBeVisible()
      await expect(form.field('Valor da venda')).toHaveValue('')
      await expect(page.getByText('Confira', { exact: true })).toHaveCount(1)
    })

    await test.step('each field is taken by its own tap, and given back', async () => {
      await line.getByRole('button', { name: 'Chassi', exact: true }).tap()
      await page.getByRole('button', { name: 'Usar 9BWAG45U8PT123456 em Chassi' }).tap()
      await expect(form.field('Chassi')).toHaveValue('9BWAG45U8PT123456')
      await page.getByRole('button', { name: 'Usar RTA4B27 em Placa' }).tap()
      await page.getByRole('button', { name: 'Desfazer Placa' }).tap()
      await expect(form.field('Placa')).toHaveValue('')
      await page.getByRole('button', { name: /^Usar R\$.1\.234,56 em Valor da venda$/ }).tap()
      await page.getByRole('button', { name: `Usar ${shown(END)} em Fim da vigência` }).tap()
      await page.getByRole('button', { name: 'Salvar', exact: true }).tap()
    })

    await test.step('what was taken is stored, and nothing else', async () => {
      await context.setOffline(false)
      await app.settled()
      await expect
        .poll(async () => {
          const { product_details, sale_value_cents, end_of_validity } = {
            ...(await rest.lead(lead.id)),
          } as Record<string, unknown>
          return { product_details, sale_value_cents, end_of_validity }
        })
        .toMatchObject({
          product_details: { chassis: '9BWAG45U8PT123456', license_plate: '' },
          sale_value_cents: 123_456,
          end_of_validity: lightFormat(END, 'yyyy-MM-dd'),
        })
    })

    await test.step('a scan says so, and no part of the reading breaks the policy of contents', async () => {
      await attach('foto.pdf', await scannedPdf())
      await page.getByRole('dialog').getByRole('button', { name: 'Substituir', exact: true }).click()
      await expect(page.getByText('Este PDF é uma imagem: não há texto para ler.')).toBeVisible()
      await page.getByRole('button', { name: 'Fechar o que o PDF diz' }).tap()
      expect(refused).toEqual([])
    })
  },
)
