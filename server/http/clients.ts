/** Clients on their own, and looking them up: first text, section 7 'Client and helper lookups'; ruling 31. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import {
  CLIENTS_BY_NAME,
  clientByCpfRequestSchema,
  clientByCpfSchema,
  clientByNameParamsSchema,
  clientByNameSchema,
  clientIdParamsSchema,
  createClientRequestSchema,
  updateClientRequestSchema,
} from '../../src/contract/clients.ts'
import { clientsQuerySchema, clientsSchema } from '../../src/contract/session.ts'
import { type ClientFields, EMPTY_ADDRESS } from '../../src/domain/client/changes.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { overlay } from '../../src/domain/record/overlay.ts'
import type { AppContext } from '../app-context.ts'
import { clientByDocument, clientsByName, listClients } from '../queries/clients.ts'
import { readClient } from '../queries/lead-row.ts'
import { act, uidOfNew } from './act.ts'
import { notFound } from './errors.ts'

const tags = ['Clientes']

const EMPTY_CLIENT: Omit<ClientFields, 'address'> = {
  name: '',
  phone: '',
  cellphone: '',
  mail: '',
  cpf: '',
  rg: '',
  birth_date: null,
}

export function clientRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { db } = context.store

  async function answer(uid: string): Promise<Client> {
    const client = await readClient(db, uid)
    if (client === null) throw notFound()
    return client
  }

  return async (app) => {
    app.get(
      '/clients',
      {
        config: { action: 'clients.read' },
        schema: { tags, querystring: clientsQuerySchema, response: { 200: clientsSchema } },
      },
      (request) => listClients(db, request.session.user, request.query),
    )

    app.post(
      '/clients',
      {
        config: { action: 'client.create' },
        schema: { tags, body: createClientRequestSchema, response: { 200: clientSchema } },
      },
      async (request) => {
        const { address, ...fields } = request.body
        const client: ClientFields = {
          ...overlay(EMPTY_CLIENT, fields),
          address: overlay(EMPTY_ADDRESS, address ?? {}),
        }
        const client_uid = uidOfNew(request, 'client')
        await act(context, request, 'client.create', { client_uid, client })
        return answer(client_uid)
      },
    )

    app.put(
      '/clients/:id',
      {
        config: { action: 'client.update' },
        schema: {
          tags,
          params: clientIdParamsSchema,
          body: updateClientRequestSchema,
          response: { 200: clientSchema },
        },
      },
      async (request) => {
        const found = db.selectFrom('clients').select('uid').where('id', '=', request.params.id)
        const row = await found.executeTakeFirst()
        if (row === undefined) throw notFound()
        await act(context, request, 'client.update', { client_uid: row.uid, changes: request.body })
        return answer(row.uid)
      },
    )

    app.post(
      '/client-by-cpf',
      {
        config: { action: 'client.lookUp' },
        schema: { tags, body: clientByCpfRequestSchema, response: { 200: clientByCpfSchema } },
      },
      async (request) => ({
        data: await clientByDocument(db, request.session.user, request.body.cpf),
      }),
    )

    app.get(
      '/client-by-name/:name',
      {
        config: { action: 'client.lookUp' },
        schema: { tags, params: clientByNameParamsSchema, response: { 200: clientByNameSchema } },
      },
      async (request) => ({
        data: await clientsByName(db, request.session.user, {
          name: request.params.name,
          limit: CLIENTS_BY_NAME,
        }),
      }),
    )
  }
}
