/** 'Exportar' of lists that the device has: what the filters leave, named above the columns. docs/rules.md#sheets-of-lists */
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { type DeviceEntry, devicesRoute } from '../../../src/contract/devices.ts'
import { openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { KeptList } from '../support/kept-list.ts'

const exports = page.getByRole('button', { name: 'Exportar' })

/** Presses the button, and reads the sheet by another library than its writer. */
async function exported(files: ReturnType<typeof savedFiles>) {
  await userEvent.click(exports)
  await expect.poll(() => files.length).toBe(1)
  const { sheets } = await readXlsx((await files[0]?.bytes()) ?? new Uint8Array())
  const [title, filter, when, head, ...rows] = sheets[0]?.rows ?? []
  return { name: files[0]?.name, title: title?.[0], filter: filter?.[0], when: String(when?.[0]), head, rows }
}

test("the sheet of 'Lead Corretor Config' has the rules that the filter leaves", async () => {
  const files = savedFiles()
  const rule = { channel_id: 1, partner_id: 25, insurance_id: 1, broker_id: 3, status: 1 }
  const { user } = await openApp('/lead-broker-config?situacao=inativos', {
    role: 1,
    script: (peer) => {
      const rules = new KeptList(peer, MANAGED.lead_broker_config)
      rules.change(1, rule)
      rules.change(2, { ...rule, insurance_id: 2, status: 0 })
    },
  })
  const shown = page.getByRole('button', { name: /^Editar/ })
  await expect.element(shown.first()).toBeVisible()
  const { name, filter, when, head, rows } = await exported(files)
  expect(name).toMatch(/^lead_corretor_config_\d\d_\d\d_\d{4}\.xlsx$/)
  expect(filter).toMatch(/Inativ/)
  expect(when).toMatch(new RegExp(`Exportado por ${user.name}$`))
  expect(head).toContain('Por que não funciona')
  expect(rows).toHaveLength(shown.elements().length)
  expect(new Set(rows.map((row) => row[5]))).toEqual(new Set(['Inativo']))
})

const DEVICE: DeviceEntry = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  user: { id: 3, name: 'Carla Nunes', role_id: 3, partners: [], all_partners: false },
  device_name: 'Chrome no Windows',
  app_version: '0.2.0',
  installed: true,
  mode: 'personal',
  waiting_changes: 2,
  waiting_files: 0,
  waiting_since: '2026-11-18T11:00:00.000Z',
  storage_used: 1_000_000,
  storage_persistent: true,
  notices: true,
  reported_at: '2026-11-18T12:00:00.000Z',
  last_contact_at: '2026-11-18T12:00:00.000Z',
  signed_in: true,
  current: false,
  erase: null,
}

test("the sheet of 'Aparelhos' has the devices that the filter leaves, and real dates", async () => {
  const files = savedFiles()
  const other = {
    ...DEVICE,
    id: '01890a5d-ac96-774b-bcce-b302099a8058',
    waiting_changes: 0,
    waiting_since: null,
  }
  const { user } = await openApp('/aparelhos?trabalho=esperando', {
    role: 1,
    script: (peer) => peer.answers(devicesRoute, { data: [DEVICE, other], server_version: '0.2.0' }),
  })
  await expect
    .element(page.getByRole('button', { name: /^Apagar este aparelho: Chrome no Windows/ }))
    .toBeVisible()
  const { name, filter, when, head, rows } = await exported(files)
  expect(name).toMatch(/^aparelhos_\d\d_\d\d_\d{4}\.xlsx$/)
  expect(filter).toBe('Não enviado: Com algo esperando')
  expect(when).toMatch(new RegExp(`Exportado por ${user.name}$`))
  expect(rows.map(([name]) => name)).toEqual(['Carla Nunes'])
  // 12:00 UTC is 09:00 in São Paulo.
  const contact = rows[0]?.[head?.indexOf('Último contato') ?? -1]
  expect(contact).toEqual(new Date('2026-11-18T09:00:00.000Z'))
})
