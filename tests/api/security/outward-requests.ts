/** Requests about what Farol does by itself, and what other systems are told and tell: automations, webhooks, calendars, WhatsApp; and about leaves. */
import { NEW_TRIGGERS, NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { NEW_CHOICES } from '../../../src/domain/calendar/choices.ts'
import { body, NO_KEY, NOBODY, path } from './request-parts.ts'
import type { Request } from './row.ts'
import { STRANGER } from './support/residents.ts'

const WEBHOOK = {
  name: 'CRM',
  url: 'https://crm.exemplo.com.br/farol',
  events: ['lead.sold'],
  with_client: false,
}

const AUTOMATION = {
  name: 'Parado',
  trigger: NEW_TRIGGERS.idle,
  conditions: NO_CONDITIONS,
  acts: [{ kind: 'note', text: 'Retome' }],
}
const DAYS = { from_day: '2099-01-02', to_day: '2099-01-01', substitute_id: null }

export const OUTWARD_REQUESTS: Readonly<Record<string, Request>> = {
  'POST /automations': body(() => AUTOMATION),
  'PUT /automations/:id': () => ({ path: `/automations/${NO_KEY}`, body: AUTOMATION }),
  'PUT /automations/:id/state': () => ({ path: `/automations/${NO_KEY}/state`, body: { on: false } }),
  'DELETE /automations/:id': path(() => `/automations/${NO_KEY}`),
  'POST /automations/dry-run': body(() => ({ trigger: NEW_TRIGGERS.idle, conditions: NO_CONDITIONS })),
  'GET /automations/:id/runs': path(() => `/automations/${NO_KEY}/runs`),
  'POST /webhooks': body(() => WEBHOOK),
  'PUT /webhooks/:id': () => ({ path: `/webhooks/${NO_KEY}`, body: WEBHOOK }),
  'POST /webhooks/:id/secret': path(() => `/webhooks/${NO_KEY}/secret`),
  'PUT /webhooks/:id/state': () => ({ path: `/webhooks/${NO_KEY}/state`, body: { on: false } }),
  'DELETE /webhooks/:id': path(() => `/webhooks/${NO_KEY}`),
  'POST /webhooks/:id/test': path(() => `/webhooks/${NO_KEY}/test`),
  'GET /webhooks/:id/deliveries': path(() => `/webhooks/${NO_KEY}/deliveries`),
  'POST /webhooks/:id/deliveries/:delivery/send-again': path(
    () => `/webhooks/${NO_KEY}/deliveries/${NOBODY}/send-again`,
  ),
  'PUT /whatsapp': body(() => ({
    waba_id: '102290129340398',
    token: '',
    app_secret: '',
    keeps_text: false,
    numbers: [{ phone_number_id: '106540352242922', display_number: '5531900001000', user_id: null }],
  })),
  'PUT /whatsapp/strangers/:id/ignored': path(() => `/whatsapp/strangers/${NOBODY}/ignored`),
  'GET /webhooks/whatsapp': path(
    () => '/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=1',
  ),
  'POST /webhooks/whatsapp': body(() => ({ object: 'whatsapp_business_account', entry: [] })),
  'POST /absences': body(({ me }) => ({ ...DAYS, user_id: me.id })),
  'PUT /absences/:id': () => ({ path: `/absences/${NOBODY}`, body: DAYS }),
  'DELETE /absences/:id': path(() => `/absences/${NOBODY}`),
  'POST /calendar-feeds': body(() => ({ ...NEW_CHOICES, name: 'Celular' })),
  'PUT /calendar-feeds/:id': () => ({
    path: `/calendar-feeds/${NO_KEY}`,
    body: { ...NEW_CHOICES, name: 'Celular' },
  }),
  'POST /calendar-feeds/:id/renew': path(() => `/calendar-feeds/${NO_KEY}/renew`),
  'DELETE /calendar-feeds/:id': path(() => `/calendar-feeds/${NO_KEY}`),
  'DELETE /users/:id/calendar-feeds': path(() => `/users/${STRANGER.id}/calendar-feeds`),
  'GET /calendar/:file': path(() => `/calendar/${'A'.repeat(43)}.ics`),
}
