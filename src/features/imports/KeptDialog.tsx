/** What stayed after an import was taken back, and why. docs/rules.md#any-import */
import { Alert, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { type DataImport, type KeptRow, keptRowsRoute } from '../../contract/imports.ts'
import { failureWords, online } from '../../device/online.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './KeptDialog.module.css'

const KINDS: Readonly<Record<KeptRow['kind'], string>> = {
  client: 'Cliente',
  lead: 'Lead',
  user: 'Usuário',
  partner: 'Concessionária',
}

interface KeptDialogProps {
  readonly dataImport: DataImport
  readonly onClose: () => void
}

/** Mounted while it is open. */
export function KeptDialog({ dataImport: { id, file_name, kept }, onClose }: KeptDialogProps) {
  const [rows, setRows] = useState<readonly KeptRow[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void online((token) => call(keptRowsRoute, { token, params: { id } })).then((result) => {
      if (gone) return
      if (result.kind === 'ok') setRows(result.value.data)
      setProblem(failureWords(result, 'ver o que ficou'))
    })
    return () => {
      gone = true
    }
  }, [id])
  const hidden = kept - (rows?.length ?? kept)
  return (
    <Dialog opened onClose={onClose} title={`O que ficou de ${file_name}`} size="lg">
      <Stack gap="md">
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {rows === null && problem === null ? (
          <Skeleton height={160} role="status" aria-label="Lendo o que ficou" aria-busy="true" />
        ) : null}
        {rows === null ? null : (
          <Table aria-label="O que ficou" fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={70}>Linha</Table.Th>
                <Table.Th>O que ficou</Table.Th>
                <Table.Th>Por que ficou</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.kind} ${row.id}`}>
                  <Table.Td>{row.line}</Table.Td>
                  <Table.Td className={classes.kept ?? ''}>
                    {`${KINDS[row.kind]} ${row.id}`}
                    <Text size="sm" c="dimmed">
                      {row.name}
                    </Text>
                  </Table.Td>
                  <Table.Td>{row.reason}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {hidden > 0 ? <Text size="sm">{`E mais ${formatNumber(hidden)}.`}</Text> : null}
      </Stack>
    </Dialog>
  )
}
