/** The broker's day by pointer and keyboard: capture, scheduling, edit, call, quote and sale; the server has it all. */
import { dayAhead } from '../e2e/support/days.ts'
import { capturable, hasWholeForm } from '../e2e/support/leads.ts'
import { Rest } from '../e2e/support/rest.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

/** A lead of the broker's own in Negociação, with every field of a quote and an insurance without quote links. */
async function saleable(broker: Rest, admin: Rest): Promise<{ id: number; uid: string }> {
  const partners = (await admin.call('GET', '/partners')).body as {
    data: { id: number; release_quote: boolean }[]
  }
  const partner = partners.data.find(({ release_quote }) => !release_quote)
  for (const { id, uid } of await broker.leads('state=2&status=2&limit=400')) {
    const lead: Record<string, unknown> = { ...(await broker.lead(id)) }
    const client = lead.client as Record<string, string | null>
    const complete = client.cpf && client.mail && client.cellphone && client.birth_date
    if (!complete || !hasWholeForm(Number(lead.insurance_id))) continue
    await admin.call('PUT', `/leads/${id}`, { partner_id: partner?.id })
    return { id, uid }
  }
  throw new Error('the demo has no lead that this broker may sell')
}

test("a broker's day by pointer and keyboard reaches the server, in order and once", async ({
  server,
  device,
}) => {
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const sale = await saleable(rest, await Rest.signIn(server.url, 'admin'))
  const started = new Date()
  const farol = await Farol.signedIn(device, server.url)

  await test.step('a capture, a scheduling and a service status', async () => {
    await farol.capture(target.id)
    await farol.closeForm(target.id)
    await farol.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Prefere de manhã' })
    await farol.setServiceStatus(target.id, 'Em atendimento')
  })

  await test.step('changed fields, contact, quote and sale', async () => {
    const form = await farol.work(sale.id)
    const press = (name: string) => farol.click({ role: 'button', name, within: form })
    await farol.click({ role: 'button', name: /^Produto\b/, within: form })
    await farol.fill('Produto', 'Apartamento de cobertura', form)
    await farol.click({ role: 'button', name: /^Observações\b/, within: form })
    await farol.fill('Informações adicionais', 'Tem dois cães e um gato', form)
    await press('Salvar')
    await farol.reads(/Lead salvo com sucesso!|Guardado neste aparelho/)
    await press('Whatsapp/Ligou')
    await farol.choose('Tipo de contato', 'WhatsApp', form)
    await farol.choose('Forma que apresentou a proposta', 'E-mail', form)
    await press('Cotar')
    await farol.reads(/Cotação realizada com sucesso|Guardado neste aparelho/)
    await farol.choose('Status da venda', 'Vendido', form)
    await farol.choose('BackUp car', 'Oferecido/vendido', form)
    await farol.choose('Pague Menos', 'Não oferecido', form)
    await farol.fill('Valor da venda', '1234,56', form)
    await farol.fill('Porcentagem da comissão', '12', form)
    await farol.choose('Forma que recebeu a resposta da venda/não venda', 'WhatsApp', form)
    await press('Finalizar')
    await farol.misses(form)
  })

  await farol.settled()
  expect(await rest.lead(target.id)).toMatchObject({
    state: 2,
    lead_scheduling: {
      status: 0,
      description: 'Prefere de manhã',
      scheduling_date: expect.stringContaining(`${dayAhead(30)}T13:30`),
    },
  })
  expect((await rest.lead(target.id)).service_status).not.toBeNull()
  expect(await rest.lead(sale.id)).toMatchObject({
    state: 3,
    product: 'Apartamento de cobertura',
    additional_information: 'Tem dois cães e um gato',
    quoted: 1,
    sold: 1,
    commission_percentage: 12,
  })
  const done = await server.stopAndQuery<{ command: string }>(
    'select command from timeline where lead_uid = any($1) and received_at > $2 order by id',
    [[target.uid, sale.uid], started.toISOString()],
  )
  expect(done.map(({ command }) => command)).toEqual([
    'lead.capture',
    'lead.schedule',
    'lead.setServiceStatus',
    'lead.update',
    'lead.advance',
    'lead.update',
    'lead.markQuoted',
    'lead.finish',
  ])
})
