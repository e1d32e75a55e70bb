/** 'Na mão': a waiting creation for another device, and the way in for what another shows. docs/rules.md#hand-over */
import { Anchor, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconCamera, IconQrcode } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { openMirror } from '../../db/open.ts'
import { isHandable, isReceived } from '../../db/outbox/handable.ts'
import { wholeQueue } from '../../db/outbox/queue-order.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import { CodeDialog } from './CodeDialog.tsx'
import classes from './HandOver.module.css'
import type { HandOverSearch } from './hand-over-search.ts'
import { ReadDialog } from './ReadDialog.tsx'

interface HandOverScreenProps {
  readonly user: SessionUser
  readonly search: HandOverSearch
  readonly onSearch: (search: HandOverSearch) => void
  readonly onClose: () => void
}

export function HandOverScreen({ user, search, onSearch, onClose }: HandOverScreenProps) {
  const queue = useLiveQuery(async () => wholeQueue(openMirror(user.id)), [user.id])
  const waiting = queue?.filter(isHandable)
  const received = queue?.filter(isReceived) ?? []
  const receives = may('lead.receive', roleOf(user))
  return (
    <div className={classes.root}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Na mão</VisuallyHidden>
      {receives ? (
        <section className={classes.sheet} aria-labelledby="receive">
          <h2 className={classes.title} id="receive">
            Receber de outro aparelho
          </h2>
          <Text size="sm" c="dimmed" mb="md">
            Alguém da corretora ou que indica mostra o código de um lead que ainda espera no aparelho dele.
            Você lê com a câmera ou de uma foto, sem internet, e o lead vai pelo aparelho que tiver conexão
            primeiro.
          </Text>
          <Button
            leftSection={<IconCamera size={18} aria-hidden />}
            onClick={() => onSearch({ receber: true })}
          >
            Receber
          </Button>
          {received.length === 0 ? null : (
            <>
              <Text size="sm" mt="md">
                Recebidos que ainda não chegaram à corretora. Vão assim que houver internet, em nome de quem
                os cadastrou.{' '}
                <Anchor component={Link} to="/sincronizacao" inherit underline="always">
                  Ver a fila de envio
                </Anchor>
              </Text>
              <ul className={classes.lines} aria-label="Recebidos que esperam">
                {received.map(({ key, subject, queuedAt }) => (
                  <li key={key} className={classes.line}>
                    <div className={classes.words}>
                      <Text fw={640}>{subject.clientName}</Text>
                      <Text size="sm" c="dimmed">
                        Recebido em {formatDateTime(queuedAt)}
                      </Text>
                    </div>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
      ) : null}
      <section className={classes.sheet} aria-labelledby="give">
        <h2 className={classes.title} id="give">
          Entregar a outro aparelho
        </h2>
        <Text size="sm" c="dimmed">
          {waiting?.length === 0
            ? 'Nenhum lead cadastrado por você espera neste aparelho. O que você cadastrar sem internet aparece aqui até ser enviado.'
            : 'Leads cadastrados por você que ainda não foram enviados. Só um aparelho da corretora abre o código; para outros ele não diz nada.'}
        </Text>
        {waiting === undefined || waiting.length === 0 ? null : (
          <ul className={classes.lines}>
            {waiting.map(({ key, entityUid, subject, queuedAt }) => (
              <li key={key} className={classes.line}>
                <div className={classes.words}>
                  <Text fw={640}>{subject.clientName}</Text>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(queuedAt)}
                  </Text>
                </div>
                <Button
                  variant="default"
                  leftSection={<IconQrcode size={18} aria-hidden />}
                  aria-label={`Entregar ${subject.clientName} na mão`}
                  onClick={() => onSearch({ entregar: entityUid })}
                >
                  Entregar
                </Button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {search.entregar === undefined ? null : (
        <CodeDialog userId={user.id} leadUid={search.entregar} onClose={onClose} />
      )}
      {receives && search.receber === true ? <ReadDialog userId={user.id} onClose={onClose} /> : null}
    </div>
  )
}
