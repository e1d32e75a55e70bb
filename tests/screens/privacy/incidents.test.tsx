/** The register of security incidents, with what the form of the ANPD asks. docs/rules.md#incidents */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createIncidentRoute,
  type Incident,
  incidentBodySchema,
  incidentRoute,
  incidentsRoute,
  updateIncidentRoute,
} from '../../../src/contract/administration/incidents.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'

const anIncident = (changes: Partial<Incident> = {}): Incident => ({
  ...incidentBodySchema.parse({
    description: 'Planilha enviada ao endereço errado',
    known_on: '2026-11-18',
    subject_kinds: ['clients'],
    data_kinds: [],
    subjects: 1200,
    measures_before: '',
    measures_after: '',
    risks: '',
    delay_reasons: '',
    measures_taken: '',
    dpo_contact: 'Ana, ana@exemplo.com.br',
    subjects_told_how: '',
    anpd_not_told_reason: '',
  }),
  id: 1,
  revision: 1,
  created_by: null,
  ...changes,
})

/** Keeps incidents: a form's uid makes one. Returns them. */
function keepsIncidents(peer: Peer, rows: readonly Incident[]): () => readonly Incident[] {
  let kept = rows
  peer.answersBy(incidentsRoute, () => ({ data: [...kept], meta: { total: kept.length, open: kept.length } }))
  peer.answersBy(incidentRoute, () => kept[0] ?? anIncident())
  const made = new Set<string>()
  peer.answersBy(createIncidentRoute, ({ body }) => {
    const { uid = '', ...fields } = createIncidentRoute.body.parse(body)
    if (!made.has(uid)) kept = [anIncident(fields), ...kept]
    made.add(uid)
    return kept[0] ?? anIncident()
  })
  peer.answersBy(updateIncidentRoute, ({ body }) => {
    const { revision, ...fields } = updateIncidentRoute.body.parse(body)
    const next = anIncident({ ...fields, revision: revision + 1 })
    kept = [next]
    return next
  })
  return () => kept
}

const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByRole('textbox', { name })
const row = page.getByRole('row', { name: /Planilha enviada/ })
const save = dialog.getByRole('button', { name: 'Salvar' })
const add = page.getByRole('button', { name: 'Novo incidente' })

async function openIncidents(rows: readonly Incident[] = [], look: Look = {}) {
  let incidents: () => readonly Incident[] = () => []
  const app = await openApp('/privacidade?aba=incidentes', {
    ...look,
    role: 1,
    script: (peer) => {
      incidents = keepsIncidents(peer, rows)
    },
  })
  return { ...app, incidents }
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('incidents and the form of one are in order, with targets for thumbs', async () => {
    await openIncidents([anIncident()], look)
    await expect.element(page.getByRole('progressbar', { name: 'Prazo' })).toBeVisible()
    await isInOrder('the incidents')
    if (look.width !== 'desk') await hasTargetsForThumbs('the incidents')
    await userEvent.click(add)
    await expect.element(save).toBeVisible()
    await isInOrder('the form of an incident')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form of an incident')
  })
})

test('an incident whose answer was lost and that was typed on is one incident, with what was typed last', async () => {
  const { peer, incidents } = await openIncidents()
  await userEvent.click(add)
  await field('O que aconteceu').fill('Planilha enviada ao endereço errado')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Quem foi afetado' }))
  await userEvent.click(page.getByRole('option', { name: 'Clientes' }))
  await field('Titulares afetados').fill('1200')
  await field('Contato do encarregado (DPO)').fill('Ana, ana@exemplo.com.br')
  peer.losesAnswer(createIncidentRoute)
  await userEvent.click(save)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Não sabemos se foi salvo')
  await expect.element(page.getByText('Nenhum incidente registrado')).not.toBeInTheDocument()
  await dialog.getByRole('textbox', { name: /^Riscos e possíveis danos/ }).fill('Golpes por telefone')
  await userEvent.click(save)
  await expect.element(page.getByText('Incidente registrado')).toBeVisible()
  await expect.element(row).toMatchTextContent('1.200')
  expect(incidents()).toMatchObject([{ risks: 'Golpes por telefone', subjects: 1200 }])
})

test('the term of an incident ends when the ANPD is told', async () => {
  await openIncidents([anIncident()])
  await expect.element(row.getByRole('progressbar', { name: 'Prazo' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Editar o incidente 1' }))
  await field('Comunicado à ANPD em').fill('18/11/2026')
  await field('Protocolo da ANPD').fill('00261.000123/2026-11')
  await userEvent.click(save)
  await expect.element(row).toMatchTextContent('Comunicado')
  await expect.element(row.getByRole('progressbar', { name: 'Prazo' })).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Detalhes do incidente 1' }))
  await expect.element(page.getByText('00261.000123/2026-11')).toBeVisible()
})
