/** The read-only view of a lead: every field, grouped as the form groups them, with what can be done from here. */
import { Button, Group, Loader, Modal } from '@mantine/core'
import { IconBrandWhatsapp, IconCalendarPlus, IconPhone } from '@tabler/icons-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/mirror.ts'
import { clientByUid, leadsByUid } from '../../db/reads.ts'
import { cardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { telLink, whatsappLink } from '../../domain/phone/phone.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useNow } from '../../ui/useNow.ts'
import { CardChips } from './CardChips.tsx'
import classes from './LeadView.module.css'
import { leadSections } from './lead-sections.ts'
import { ServiceStatusSelect } from './ServiceStatusSelect.tsx'
import type { Catalogues } from './useCatalogues.ts'

interface LeadViewProps {
  readonly uid: string
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly onClose: () => void
  readonly onSchedule: (lead: Lead) => void
  readonly onServiceStatus: (lead: Lead, status: number | null) => void
}

async function read(userId: number, uid: string) {
  const db = openMirror(userId)
  const [lead] = await leadsByUid(db, [uid])
  const client = lead === undefined ? undefined : await clientByUid(db, lead.client_uid)
  return { lead: lead ?? null, client: client ?? null }
}

export function LeadView({ uid, user, catalogues, onClose, onSchedule, onServiceStatus }: LeadViewProps) {
  const found = useLiveQuery(() => read(user.id, uid), [user.id, uid])
  const lead = found?.lead ?? null
  const nowMs = useNow(30_000)
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={lead === null ? 'Lead' : `Lead ${lead.id ?? 'Nº pendente'} · ${lead.client_name}`}
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
    >
      {found === undefined ? <Loader aria-label="Abrindo lead" /> : null}
      {found !== undefined && lead === null ? (
        <EmptyState drawing="lost" title="Este lead não está mais neste aparelho">
          Outra pessoa o atende agora, ou ele saiu do período mostrado.
        </EmptyState>
      ) : null}
      {lead !== null ? (
        <>
          <CardChips lead={lead} catalogues={catalogues} nowMs={nowMs} />
          <Actions
            nowMs={nowMs}
            lead={lead}
            user={user}
            catalogues={catalogues}
            onSchedule={onSchedule}
            onServiceStatus={onServiceStatus}
          />
          {leadSections({ lead, client: found?.client ?? null, catalogues }).map(({ title, facts }) => (
            <section key={title} className={classes.section} aria-label={title}>
              <h3 className={classes.title}>{title}</h3>
              <dl className={classes.facts}>
                {facts.map(([label, value]) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{value === '' ? '—' : value}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </>
      ) : null}
    </Modal>
  )
}

type ActionsProps = Pick<LeadViewProps, 'user' | 'catalogues' | 'onSchedule' | 'onServiceStatus'> & {
  readonly lead: Lead
  readonly nowMs: number
}

function Actions({ lead, nowMs, user, catalogues, onSchedule, onServiceStatus }: ActionsProps) {
  const actions = cardActions(lead, { user, nowMs, oldestPendingUid: null })
  const phone = lead.client_cellphone || lead.client_phone
  const tel = telLink(phone)
  const whatsapp = whatsappLink(phone)
  return (
    <Group gap="xs" mt="sm">
      {tel === null ? null : (
        <Button component="a" href={tel} variant="default" leftSection={<IconPhone size={18} aria-hidden />}>
          Ligar
        </Button>
      )}
      {whatsapp === null ? null : (
        <Button
          component="a"
          href={whatsapp}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
        >
          WhatsApp
        </Button>
      )}
      {actions.schedule ? (
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
          onClick={() => onSchedule(lead)}
        >
          Agendar
        </Button>
      ) : null}
      {actions.serviceStatus ? (
        <ServiceStatusSelect
          value={lead.service_status}
          options={catalogues.serviceStatuses}
          onChange={(status) => onServiceStatus(lead, status)}
        />
      ) : null}
    </Group>
  )
}
