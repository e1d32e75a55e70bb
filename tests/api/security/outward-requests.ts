/** Requests about what other systems are told: webhooks and calendars. */
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

export const OUTWARD_REQUESTS: Readonly<Record<string, Request>> = {
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
