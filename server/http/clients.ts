/** Calls about clients, look-ups included: docs/rules.md#client-calls. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  CLIENTS_BY_NAME,
  clientByCpfRoute,
  clientByNameRoute,
  clientListRoute,
  clientSheetRoute,
  clientsRoute,
  createClientRoute,
  SHORTEST_NAME,
  updateClientRoute,
} from '../../src/contract/clients.ts'
import type { ClientFields } from '../../src/domain/client/changes.ts'
import type { Client } from '../../src/domain/client/client.ts'
import { EMPTY_ADDRESS, EMPTY_CLIENT } from '../../src/domain/client/fields.ts'
import { overlay } from '../../src/domain/record/overlay.ts'
import { sheetFileName } from '../../src/domain/sheet/sheet.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { executeForCall } from '../commands/command-of-call.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, refusedField } from '../context/refusal.ts'
import { uidOfNew } from '../context/request-key.ts'
import {
  allClientsOfList,
  CLIENT_COLUMNS,
  clientFilterWords,
  listClientsWithLeads,
} from '../queries/client-list.ts'
import { clientByDocument, clientOfNumber, clientsByName, listClients } from '../queries/clients.ts'
import { readClient } from '../queries/lead-row.ts'
import { noteForeign } from '../wire/note-foreign.ts'
import { serve } from '../wire/serve.ts'
import { clientLookUps } from './client-look-ups.ts'
import { sendListSheet } from './list-sheet.ts'

const NO_LEAD = 'Outra pessoa é outro cliente: crie o cadastro dela. Este fica como está.'

/**
 * Logs a request for an existing client outside the caller's scope. The caller gets the same 404 as for a missing
 * client.
 */
export async function noteForeignClient(
  context: AppContext,
  request: FastifyRequest,
  id: number,
): Promise<void> {
  const found = context.store.db.selectFrom('clients').select('id').where('id', '=', id)
  if ((await found.executeTakeFirst()) === undefined) return
  noteForeign(context, request, `client ${id}`)
}

export function clientRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  async function answer(uid: string): Promise<Client> {
    const client = await readClient(db, uid)
    if (client === null) throw notFound()
    return client
  }

  const lookUp = clientLookUps(context)

  return async (app) => {
    serve(app, clientsRoute, ({ query, request }) => listClients(db, request.session.user, query))

    serve(app, clientListRoute, async ({ query, request }) => {
      const { page, per_page: perPage, ...filters } = query
      const paging = { page, perPage, nowMs: context.now() }
      return listClientsWithLeads(db, request.session.user, filters, paging)
    })

    serve(app, clientSheetRoute, async ({ query, request, reply }) => {
      const { user } = request.session
      const nowMs = context.now()
      return sendListSheet(context, {
        reply,
        user,
        entity: 'clients',
        query,
        name: sheetFileName('clientes', { today: saoPauloDay(nowMs) }),
        list: {
          title: 'Clientes',
          columns: CLIENT_COLUMNS,
          rows: await allClientsOfList(db, user, query, nowMs),
          filters: clientFilterWords(query),
        },
      })
    })

    serve(app, createClientRoute, async ({ body, request }) => {
      const { address, ...fields } = body
      const client: ClientFields = {
        ...overlay(EMPTY_CLIENT, fields),
        address: overlay(EMPTY_ADDRESS, address ?? {}),
      }
      const client_uid = uidOfNew(request, 'client')
      await executeForCall(context, request, 'client.create', { client_uid, client })
      return answer(client_uid)
    })

    serve(app, updateClientRoute, async ({ params, body, request }) => {
      const { id } = params
      const found = await clientOfNumber(db, request.session.user, id)
      if (found === null) {
        await noteForeignClient(context, request, id)
        throw notFound()
      }
      const { identity, ...changes } = body
      // There is no lead here that could get another client.
      if (identity === 'other') throw refusedField('identity', NO_LEAD)
      await executeForCall(context, request, 'client.update', {
        client_uid: found.uid,
        changes,
        ...(identity === undefined ? {} : { identity }),
      })
      return answer(found.uid)
    })

    serve(app, clientByCpfRoute, async ({ body, request, reply }) => {
      const [found] = await lookUp(request, reply, 'document', async () => {
        const client = await clientByDocument(db, request.session.user, body.cpf)
        return client === null ? [] : [client]
      })
      return { data: found ?? null }
    })

    serve(app, clientByNameRoute, async ({ params, request, reply }) => {
      const asked = { name: params.name, limit: CLIENTS_BY_NAME }
      if (foldText(asked.name).length < SHORTEST_NAME) return { data: [] }
      const { user } = request.session
      return { data: [...(await lookUp(request, reply, 'name', () => clientsByName(db, user, asked)))] }
    })
  }
}
