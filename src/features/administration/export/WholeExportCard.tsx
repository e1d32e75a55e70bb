/** 'Exportar tudo': a zip with all data of the house, made by the server in the background. docs/rules.md#export-of-everything */
import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { WholeExport } from '../../../contract/export.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { HELP_PATH } from '../../../domain/assistant/help-path.ts'
import { sizeWords } from '../../../domain/export/whole-export.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { comingInWords } from '../../../domain/time/near-days.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ProgressLine } from '../../../ui/ProgressLine.tsx'
import { isUnderWay, useWholeExport } from './useWholeExport.ts'

/** Its page in docs/ajuda. */
const HELP_PAGE = 'exportar-tudo'

interface StateProps {
  readonly last: WholeExport
  readonly isOwn: boolean
}

/** 'Pedida por Ana em 26/11/2026 16:13' */
const askedWords = ({ last, isOwn }: StateProps) =>
  `Pedida por ${isOwn ? 'você' : last.user.name} em ${formatDateTime(last.asked_at)}.`

function UnderWay({ last, isOwn }: StateProps) {
  const total = last.state === 'waiting' || last.total === 0 ? null : last.total
  return (
    <Stack gap="xs">
      <ProgressLine label="Exportando" done={last.done} expected={total} />
      <Text size="sm" c="dimmed">
        {askedWords({ last, isOwn })} Ela continua no servidor, mesmo que você feche esta tela.
      </Text>
    </Stack>
  )
}

function Ended({ last, isOwn, now }: StateProps & { readonly now: number }) {
  if (last.state === 'failed')
    return (
      <Alert color="red" role="alert" title="A última exportação falhou">
        {last.problem} {askedWords({ last, isOwn })}
      </Alert>
    )
  if (last.available && last.expires_at !== null)
    return (
      <Text size="sm" role="status">
        Pronta: {sizeWords(last.bytes ?? 0)}, disponível até {comingInWords(Date.parse(last.expires_at), now)}
        . {askedWords({ last, isOwn })}
      </Text>
    )
  return (
    <Text size="sm" c="dimmed">
      A última exportação já foi apagada do servidor. {askedWords({ last, isOwn })}
    </Text>
  )
}

export function WholeExportCard({ user }: { readonly user: SessionUser }) {
  const { last, problem, busy, ask, save } = useWholeExport()
  const now = useCorrectedNow(user.id)
  const runs = last !== undefined && last !== null && isUnderWay(last)
  const ready = last !== undefined && last !== null && last.available ? last : null
  const isOwn = last?.user.id === user.id
  return (
    <Paper component="section" withBorder p="lg" aria-label="Exportar tudo">
      <Stack gap="md">
        <Title order={2} size="h4">
          Exportar tudo
        </Title>
        <Text size="sm" c="dimmed">
          Um arquivo .zip com planilhas de clientes, leads com todos os campos e o histórico, ligações,
          agendamentos, propostas, renovações, cadastros, configurações e usuários sem senhas, e os PDFs dos
          leads. Ele abre no Excel e pode ser importado em um Farol vazio.{' '}
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to={HELP_PATH} search={{ pagina: HELP_PAGE }} {...props} />}
          >
            Como funciona
          </Anchor>
        </Text>
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {last === undefined ? (
          problem === null ? (
            <Skeleton height={36} role="status" aria-label="Carregando" />
          ) : null
        ) : last === null ? null : runs ? (
          <UnderWay last={last} isOwn={isOwn} />
        ) : (
          <Ended last={last} isOwn={isOwn} now={now} />
        )}
        <Group gap="sm">
          {ready === null ? null : (
            <Button
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={busy}
              onClick={() => void save(ready)}
            >
              Baixar
            </Button>
          )}
          <Button
            variant={ready === null ? 'filled' : 'default'}
            leftSection={<IconPackageExport size={18} aria-hidden />}
            disabled={busy || runs || (last === undefined && problem === null)}
            onClick={() => void ask()}
          >
            {runs ? 'Exportando…' : ready === null ? 'Exportar tudo' : 'Exportar de novo'}
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          O arquivo tem dados pessoais de todos os clientes. Ele fica 24 horas no servidor, só para
          administradores, e cada download fica na auditoria.
        </Text>
      </Stack>
    </Paper>
  )
}
