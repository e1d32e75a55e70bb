/** Imported history counts in reports by its own dates. docs/rules.md#any-import */
import { expect, test } from 'vitest'
import { lostSalesSchema } from '../../../src/domain/reports/lost-sales.ts'
import { describeDatabase } from '../support/databases.ts'
import { type ImportHouse, inImportHouse } from '../support/imports.ts'

const ended = (number: number, day: string, result: string) => ({
  ID: String(number),
  Cliente: `Pessoa ${number}`,
  'Criado em': `${day} 09:00`,
  'Capturado em': `${day} 09:30`,
  'Encerrado em': `${day} 11:00`,
  Resultado: result,
  'Motivo da não venda': result === 'Perdido' ? 'Preço' : '',
  Corretor: 'Bruna',
  'Valor da venda': result === 'Ganho' ? '1.000,00' : '',
})

describeDatabase('reports over imported history', (open) => {
  let house: ImportHouse
  inImportHouse(open, (made) => {
    house = made
  })

  test('sales and losses of last year count in their own months, and in no other', async () => {
    await house.imported({
      list: 'leads',
      rows: [
        ended(1, '12/03/2025', 'Ganho'),
        ended(2, '20/03/2025', 'Perdido'),
        ended(3, '02/04/2025', 'Perdido'),
      ],
    })
    const lossesOf = async (month: string, last: string) => {
      const { status, body } = await house.admin.call(
        'GET',
        `/leads/lostSaleReport?date_ini=2025-${month}-01&date_end=2025-${month}-${last}`,
      )
      expect(status, JSON.stringify(body)).toBe(200)
      return JSON.stringify(lostSalesSchema.parse(body))
    }
    const [march, april, may] = [
      await lossesOf('03', '31'),
      await lossesOf('04', '30'),
      await lossesOf('05', '31'),
    ]
    expect([march, april, may].map((text) => text.includes('Preço'))).toEqual([true, true, false])
    const attended = async (start: string, end: string) => {
      const { body } = await house.admin.call(
        'GET',
        `/leads/AttendanceReport?start_date=${start}&end_date=${end}`,
      )
      return JSON.stringify(body)
    }
    expect(await attended('2025-03-01', '2025-03-31')).toContain('Bruna')
    expect(await attended('2026-11-01', '2026-11-30')).not.toContain('"captured":3')
  })

  test('the old number finds a lead that has left the devices, for staff in its scope alone', async () => {
    await house.imported({ list: 'leads', rows: [ended(8841, '12/03/2020', 'Ganho')] })
    const found = async (number: string) => {
      const { body } = await house.bruna.call('GET', `/leads/list-broker?old_number=${number}`)
      return body
    }
    expect(await found('8841')).toMatchObject({ total: 1, leads: [{ old_number: '8841' }] })
    expect(await found('88')).toMatchObject({ total: 0 })
    await house.store.db.updateTable('leads').set({ broker_id: 4 }).execute()
    expect(await found('8841')).toMatchObject({ total: 0 })
  })
})
