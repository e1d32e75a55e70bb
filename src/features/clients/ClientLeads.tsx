/** 'Informações adicionais': the leads of a client. */
import { Table, Text } from '@mantine/core'
import '@mantine/core/styles/Table.layer.css'
import { Link } from '@tanstack/react-router'
import type { ListedClient } from '../../contract/clients.ts'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { isFinished, isInAttendance } from '../../domain/lead/lead-state.ts'
import { saleLabel, statusLine } from '../../domain/lead/status.ts'
import { isAdministration } from '../../domain/permissions/roles.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import classes from './ClientsScreen.module.css'

type LeadOfClient = ListedClient['leads'][number]

interface ClientLeadsProps {
  readonly user: SessionUser
  readonly leads: readonly LeadOfClient[]
  readonly catalogues: Catalogues | undefined
}

const NONE = '—'

function stateWords(lead: LeadOfClient): string {
  if (isFinished(lead)) return 'Finalizado'
  return isInAttendance(lead) ? 'Em atendimento' : 'Origem'
}

const productOf = ({ product, insurance_id }: LeadOfClient, catalogues: Catalogues | undefined) =>
  product || (insurance_id === null ? undefined : catalogues?.insurances.get(insurance_id)) || NONE

function outcomeWords(lead: LeadOfClient, catalogues: Catalogues | undefined): string {
  if (!isFinished(lead)) return NONE
  const sale = saleLabel({ cancelled: lead.cancelled, sold: lead.sold === 1 ? 1 : 0 })
  const reason = lead.lost_sale === null ? undefined : catalogues?.lostSales.get(lead.lost_sale)
  return lead.sold === 1 || reason === undefined ? sale : `${sale}: ${reason}`
}

export function ClientLeads({ user, leads, catalogues }: ClientLeadsProps) {
  const opens = isAdministration(roleOf(user))
  return (
    <div className={classes.leads}>
      <Text fw={640} size="sm" mb={4}>
        Informações adicionais
      </Text>
      {leads.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nenhum lead deste cliente está ao seu alcance.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={640} type="native">
          <Table fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                {['Lead', 'Descrição', 'Corretor', 'Estado', 'Status', 'Venda'].map((label) => (
                  <Table.Th key={label} scope="col">
                    {label}
                  </Table.Th>
                ))}
                {opens ? <Table.Th aria-label="Ação" /> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {leads.map((lead) => (
                <Table.Tr key={lead.uid}>
                  <Table.Td>{lead.id ?? 'pendente'}</Table.Td>
                  <Table.Td>{productOf(lead, catalogues)}</Table.Td>
                  <Table.Td>
                    {(lead.broker_id === null ? undefined : catalogues?.users.get(lead.broker_id)?.name) ??
                      NONE}
                  </Table.Td>
                  <Table.Td>{stateWords(lead)}</Table.Td>
                  <Table.Td>{statusLine(lead.status).label}</Table.Td>
                  <Table.Td>{outcomeWords(lead, catalogues)}</Table.Td>
                  {opens ? (
                    <Table.Td>
                      {lead.id === null ? null : (
                        <Link to="/" search={{ lead: lead.id }} className={classes.link}>
                          Abrir lead
                        </Link>
                      )}
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </div>
  )
}
