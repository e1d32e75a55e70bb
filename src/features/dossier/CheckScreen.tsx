/** 'Conferir documento', without login: a dossier or a book of proposals is read and checked on the device, offline too. docs/rules.md#signed-files */
import { Alert, Button, FileButton, Loader, Stack, Text, Title } from '@mantine/core'
import { IconFileCheck } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useBrokerage } from '../../device/brokerage.ts'
import type { Leaf } from '../../domain/dossier/anchors.ts'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import { AskServer } from './AskServer.tsx'
import { CheckedBook } from './CheckedBook.tsx'
import { CheckedDossier } from './CheckedDossier.tsx'
import classes from './CheckScreen.module.css'
import { useCheck } from './useCheck.ts'

const FILES = '.json,.pdf,application/json,application/pdf'

interface CheckScreenProps {
  /** The last link of a paper whose code was read; null: none. */
  readonly paper: Leaf | null
}

export function CheckScreen({ paper }: CheckScreenProps) {
  const { name, logo } = useBrokerage()
  const { check, choose } = useCheck()
  const [over, setOver] = useState(false)
  const drops = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file !== undefined) void choose(file)
    },
  }
  return (
    <main className={classes.root}>
      <div className={classes.brand}>
        <BrandLogo logo={logo} height={48} maxWidth={name === null ? 220 : 150} />
        {name === null ? null : <span>{name}</span>}
      </div>
      <Title order={1}>Conferir documento</Title>
      <Text c="dimmed">
        Escolha um dossiê ou um livro de propostas, em PDF ou JSON. Ele é conferido neste aparelho, também sem
        rede, e não é enviado a ninguém.
      </Text>
      {paper === null ? null : (
        <section className={classes.card} aria-label="O código do papel">
          <Text>
            O papel termina no registro {paper.seq}. O servidor diz se esse registro está no histórico; para
            conferir o resto, escolha o arquivo.
          </Text>
          <AskServer head={paper} />
        </section>
      )}
      <section className={classes.drop} data-over={over || undefined} aria-label="Arquivo" {...drops}>
        <FileButton
          accept={FILES}
          onChange={(file) => {
            if (file !== null) void choose(file)
          }}
        >
          {(props) => (
            <Button
              {...props}
              leftSection={<IconFileCheck size={18} />}
              variant={check.kind === 'none' ? 'filled' : 'default'}
            >
              {check.kind === 'none' ? 'Escolher arquivo' : 'Escolher outro arquivo'}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {check.kind === 'none' ? 'Ou solte o arquivo aqui.' : check.name}
        </Text>
      </section>
      <Stack gap="md" aria-live="polite" aria-busy={check.kind === 'reading'}>
        {check.kind === 'reading' ? <Loader aria-label="Conferindo" /> : null}
        {check.kind === 'unreadable' ? (
          <Alert color="red" role="alert">
            {check.problem}
          </Alert>
        ) : null}
        {check.kind === 'dossier' ? <CheckedDossier dossier={check.dossier} checked={check.checked} /> : null}
        {check.kind === 'book' ? <CheckedBook book={check.book} checked={check.checked} /> : null}
      </Stack>
    </main>
  )
}
