/** No command of any screen is told as done while it only waits. docs/rules.md#waiting-changes */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CommandName, commands } from '../../src/commands/registry.ts'
import { timelineRoute } from '../../src/contract/board.ts'
import { knownContactRoute } from '../../src/contract/client-merges.ts'
import { clientListRoute } from '../../src/contract/clients.ts'
import type { TimelineEntry } from '../../src/contract/timeline.ts'
import { keepLastCall } from '../../src/db/last-calls.ts'
import { runCommand } from '../../src/db/outbox/run-command.ts'
import { WAITING } from '../../src/device/tell-commands.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { aLead, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, type Opening, openApp } from './support/app.tsx'
import {
  button,
  CPF,
  choose,
  completeClient,
  fill,
  fillReferral,
  form,
  openWorked,
  press,
  workedLead,
} from './support/lead-form.ts'
import { cutNetwork } from './support/network.ts'
import { ownLead } from './support/own-lead.ts'
import { withTelephone } from './support/telephone.ts'
import { notesToasts, wordsOf } from './support/toasts.ts'

const card = page.getByRole('article', { name: 'Lead 1', exact: true })
const dialog = page.getByRole('dialog').last()
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })

const SAVED = { 'Informações adicionais': 'Prefere WhatsApp' }
/** What 'Finalizar' asks for. */
const COMPLETE = {
  contact_type: 4,
  contact_date: iso('2026-11-18T09:50:00'),
  quoted: 1,
  quoted_type: 4,
  quoted_date: iso('2026-11-18T09:50:00'),
  sold: 0,
  lost_sale: 1,
  sold_type: 4,
  sold_date: iso('2026-11-18T09:50:00'),
} as const
const OPEN = { scheduling_date: iso('2026-11-19T10:00:00'), description: 'Ligar', status: 0 } as const
const anEntry = (id: number, time: string, changes: TimelineEntry['changes']): TimelineEntry => ({
  id,
  command: 'lead.update',
  user: null,
  device_id: null,
  occurred_at: iso(`2026-11-18T${time}:00`),
  received_at: iso(`2026-11-18T${time}:00`),
  offline: false,
  changes,
})
const CREATED = anEntry(1, '09:30', { channel_id: { before: null, after: 1 } })
const CHANGED = anEntry(2, '09:50', { product: { before: 'Casa', after: 'Carro' } })
const asCreated = page.getByRole('button', { name: 'Como estava em 18/11/2026 09:30' })
const PDF = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'

interface Act {
  /** The app before the network is cut. */
  readonly open: () => Promise<MountedApp>
  readonly act: (app: MountedApp) => Promise<void>
  /** The screen shows the success itself: there is no toast. */
  readonly silent?: true
}

const onBoard = (tab: RegExp | null, opening: Opening) => async () => {
  const app = await openApp('/', { clients: [completeClient()], ...opening })
  if (tab !== null) await userEvent.click(page.getByRole('tab', { name: tab }))
  await expect.element(card).toBeVisible()
  return app
}
const inForm =
  (opening: Parameters<typeof openWorked>[0] = {}) =>
  () =>
    openWorked(opening)
const presses = (name: string) => () => press(name)

/** A call that the server has, with its line below the telephone. */
const afterCall = async () => {
  withTelephone()
  const app = await onBoard(/^Negociação/, { leads: (user) => [ownLead(user)] })()
  const call = { lead_uid: 'lead-1', call_uid: crypto.randomUUID(), way: 'device' as const }
  await runCommand(app.db, 'lead.recordCall', { ...call, phone: '31988776650' })
  await keepLastCall(app.db, { ...call, called_at: new Date(app.now()).toISOString() })
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  return app
}

/** 'Meu dia', after a call to the lead that is shown. */
const calledToday = async () => {
  withTelephone()
  const leads = (user: SessionUser) => [
    ownLead(user, {
      client_phone: '',
      lead_scheduling: { ...OPEN, scheduling_date: iso('2026-11-18T09:20:00') },
    }),
  ]
  const app = await openApp('/hoje', { clients: [completeClient()], leads })
  await userEvent.click(page.getByRole('button', { name: 'Ligar', exact: true }))
  await expect.element(page.getByRole('region', { name: 'Como foi?' })).toBeVisible()
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  return app
}
const tellReturn = async () => {
  await userEvent.click(page.getByRole('button', { name: /Pediu retorno/ }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Hoje 17h' }))
}

const onLimits = async () => {
  const leads = (user: SessionUser) => [
    ownLead(user, {
      obligations: [
        { kind: 'handover', since: '2026-11-17', until: '2026-11-25', note: 'CNH', begun_by: 'hand' },
      ],
    }),
  ]
  return openApp('/prazos-da-lei', { clients: [completeClient()], leads })
}

/** How a user sends each command. Null: no screen sends it. */
const ACTS: Readonly<Record<CommandName, Act | null>> = {
  'lead.create': {
    open: () => openApp('/lead', { role: 1 }),
    act: async () => {
      await fill({
        'CPF/CNPJ': CPF,
        Nome: 'Cliente Novo',
        Telefone: '3133334444',
        'E-mail': 'cliente@exemplo.com.br',
        Proposta: 'P-4711',
      })
      await choose('Seguro', 'Residencial')
      await userEvent.click(button('Criar Lead'))
    },
  },
  'indication.create': {
    open: () => openApp('/', { role: 4 }),
    act: async () => {
      await fillReferral({ name: 'Cliente Indicado', cpf: CPF })
      await userEvent.click(button('Indicar'))
    },
  },
  'indication.external': {
    open: () => openApp('/indicacao-externa', { role: 7 }),
    act: async () => {
      const part = page.getByRole('form', { name: 'Indicação externa' })
      const type = async (label: string, value: string) =>
        userEvent.fill(part.getByLabelText(new RegExp(`^${label}( \\*)?$`)).first(), value)
      await type('Nome', 'Cliente Externo')
      await type('E-mail', 'externo@exemplo.com.br')
      await type('CPF/CNPJ', '52998224725')
      await type('Telefone', '11987654321')
      await type('RG', '123456789')
      await type('Rua', 'Avenida Paulista')
      await type('Número', '1000')
      await type('Cidade', 'São Paulo')
      await userEvent.click(part.getByRole('tab', { name: 'Portáteis' }))
      await userEvent.click(part.getByRole('checkbox', { name: /^Indicar/ }))
      await type('Produto', 'Notebook')
      await type('Valor', '350000')
      await userEvent.click(part.getByRole('button', { name: /^Enviar/ }))
    },
  },
  'lead.update': {
    open: inForm(),
    act: async () => {
      await fill(SAVED)
      await press('Salvar')
    },
  },
  'lead.bringBack': {
    open: async () => {
      const app = await openWorked({
        lead: { product: 'Carro' },
        script: (peer) => peer.answers(timelineRoute, { data: [CHANGED, CREATED] }),
      })
      await expect.element(asCreated).toBeVisible()
      return app
    },
    act: async () => {
      await userEvent.click(asCreated)
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Motivo' }), 'Engano')
      await userEvent.click(inDialog('Trazer de volta (1)'))
    },
  },
  'lead.capture': {
    open: onBoard(null, { leads: [aLead({ channel_id: 8 })] }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: 'Capturar esse Lead' }))
      await userEvent.click(inDialog('Continuar'))
    },
  },
  'lead.schedule': {
    open: inForm(),
    act: async () => {
      await press('Agendar')
      await userEvent.fill(dialog.getByRole('textbox').first(), '19/11/2026 10:00')
      await userEvent.click(inDialog('Agendar'))
    },
  },
  'lead.closeScheduling': {
    open: inForm({ lead: { lead_scheduling: OPEN } }),
    act: async () => {
      await press('Agendar')
      await userEvent.click(inDialog('Encerrar Agendamento'))
    },
  },
  'lead.setServiceStatus': {
    open: onBoard(/^Negociação/, { leads: (user) => [ownLead(user, { service_status: 1 })] }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: /^Situação do atendimento: / }))
      await userEvent.click(page.getByRole('button', { name: 'Limpar situação' }))
    },
    silent: true,
  },
  'lead.negotiate': { open: inForm({ lead: { status: 3 } }), act: presses('Negociação') },
  'lead.pendingSell': {
    open: inForm(),
    act: async () => {
      await press('Vendido com Pendência')
      await userEvent.fill(dialog.getByRole('textbox').first(), 'Falta a vistoria')
      await userEvent.click(inDialog('Continuar'))
    },
  },
  'lead.advance': { open: inForm(), act: presses('Whatsapp/Ligou') },
  'lead.markQuoted': {
    open: inForm({ role: 1, lead: { partner_id: 24 } }),
    act: presses('Marcar como cotado'),
  },
  'lead.recordCall': {
    open: async () => {
      withTelephone()
      return onBoard(/^Negociação/, {
        clients: [completeClient({ cellphone: '31988776651', phone: '' })],
        leads: (user) => [ownLead(user)],
      })()
    },
    act: () => userEvent.click(card.getByRole('button', { name: 'Ligar para o cliente' })),
    silent: true,
  },
  'lead.callResult': {
    open: afterCall,
    act: () => userEvent.click(card.getByRole('button', { name: 'Atendida', exact: true })),
  },
  'lead.undoCall': {
    open: afterCall,
    act: () => userEvent.click(card.getByRole('button', { name: 'Desfazer' })),
  },
  'lead.attachFile': {
    open: inForm(),
    act: async () => {
      const input = form.element().querySelector('input[type="file"]')
      if (input === null) throw new Error('the form takes no file')
      await userEvent.upload(input, new File([PDF], 'proposta.pdf', { type: 'application/pdf' }))
    },
  },
  'lead.finish': { open: inForm({ role: 1, lead: COMPLETE }), act: presses('Finalizar') },
  'lead.recover': {
    open: onBoard(/^Finalizados/, {
      role: 1,
      leads: ({ id }) => [ownLead({ id }, { state: 3, status: 6, sold: 0 })],
    }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: 'Recuperar Lead' }))
      await userEvent.click(inDialog('Continuar'))
    },
  },
  'lead.cancel': {
    open: inForm({ role: 1 }),
    act: async () => {
      await press('Cancelar lead')
      await userEvent.click(inDialog('Sim, cancelar lead'))
    },
  },
  'lead.setDeadlines': {
    open: inForm({ role: 1 }),
    act: async () => {
      await press('Alterar Prazos')
      await userEvent.click(dialog.getByText('Sim', { exact: true }).last())
      await userEvent.click(inDialog('Salvar'))
    },
  },
  'lead.setSuspended': {
    open: onBoard(null, { role: 1, leads: ({ id }) => [aLead({ channel_id: 8, inviter_id: id })] }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: /^Ver lead/ }))
      await userEvent.click(inDialog('Suspender lead'))
    },
  },
  'lead.addNote': {
    open: onBoard(/^Negociação/, { leads: (user) => [ownLead(user)] }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: '+ Nota' }))
      await userEvent.fill(dialog.getByRole('textbox'), 'Prefere WhatsApp')
      await userEvent.click(inDialog('Salvar'))
    },
  },
  'lead.noteContact': { open: calledToday, act: tellReturn },
  'lead.putBack': {
    open: async () => {
      const app = await calledToday()
      await tellReturn()
      await expect.poll(() => app.db.outbox.count()).toBe(0)
      return app
    },
    act: async () => {
      const last = page.getByRole('group', { name: 'Última ação' })
      await userEvent.click(last.getByRole('button', { name: 'Desfazer' }))
    },
  },
  'lead.sendMessage': {
    open: inForm({ settings: { whatsapp_connected: true, brokerage_name: 'Farol' } }),
    act: async () => {
      await press('Mensagem')
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Texto' }), 'Bom dia!')
      await userEvent.click(inDialog('Enviar'))
    },
  },
  'lead.decideMessage': {
    open: onBoard(/^Negociação/, {
      leads: (user) => [
        ownLead(user, {
          suggested_message: {
            uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80b1',
            template_id: 1,
            reason: 'Renovação em 30 dias',
            made_at: iso('2026-11-18T09:00:00'),
          },
        }),
      ],
    }),
    act: async () => {
      await userEvent.click(page.getByRole('button', { name: 'Agora não' }))
    },
  },
  'lead.beginObligation': {
    open: onBoard(/^Negociação/, { leads: (user) => [ownLead(user)] }),
    act: async () => {
      await userEvent.click(card.getByRole('button', { name: /^Ver lead/ }))
      await userEvent.click(inDialog('Prazos da lei'))
      await userEvent.click(inDialog('Novo prazo'))
      await userEvent.click(inDialog('Começar'))
    },
  },
  'lead.fulfilObligation': {
    open: onLimits,
    act: async () => {
      await userEvent.click(page.getByRole('button', { name: /^Registrar entrega/ }))
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Em palavras' }), 'Entregue em mãos')
      await userEvent.click(inDialog('Registrar entrega'))
    },
  },
  'lead.dismissObligation': {
    open: onLimits,
    act: async () => {
      await userEvent.click(page.getByRole('button', { name: /^Dispensar/ }))
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Motivo' }), 'Era só a cotação')
      await userEvent.click(inDialog('Dispensar'))
    },
  },
  'client.create': null,
  'client.update': {
    open: async () => {
      const client = completeClient()
      const app = await openApp('/clients', {
        clients: [client],
        leads: (user) => [workedLead(user)],
        script: (peer) => {
          peer.answers(clientListRoute, {
            data: [{ ...client, is_active: true, leads: [] }],
            pagination: { total: 1 },
          })
          peer.answers(knownContactRoute, { data: [] })
        },
      })
      await userEvent.click(page.getByRole('button', { name: `Editar ${client.name}` }))
      return app
    },
    act: async () => {
      await userEvent.fill(dialog.getByRole('textbox', { name: 'Telefone' }), '3133332222')
      await userEvent.click(inDialog('Salvar'))
    },
  },
}

const isCommand = (name: string): name is CommandName => name in ACTS

describe('without a network', () => {
  test.each(Object.keys(commands))('%s is told as waiting, and never as done', async (name) => {
    const sent = isCommand(name) ? ACTS[name] : null
    if (sent === null) return
    const app = await sent.open()
    cutNetwork(app.peer)
    const shown = notesToasts()
    await sent.act(app)
    await expect
      .poll(async () => (await app.db.outbox.toArray()).map(({ command }) => command))
      .toContain(name)
    if (sent.silent !== true) await expect.poll(() => wordsOf(shown).join()).toContain(WAITING)
    expect(shown.filter(({ kind, waits }) => kind === 'success' && !waits)).toEqual([])
  })
})
