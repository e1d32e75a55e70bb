/** The menu of actions. Its line for a file is a button with a file input: the browser opens its own dialog. */
import { Button, FileButton, Menu, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconFileUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { FILE_STATE_WORDS, PDF_TYPE } from '../../../domain/lead/lead-file.ts'
import { BESIDE } from '../form/beside.ts'
import { type ActionLine, type ActionSource, endLines, moreLines, workLines } from './action-table.tsx'

interface MoreMenuProps {
  readonly source: ActionSource
  readonly label: string
  /** Whether the menu includes the steps of the daily work. */
  readonly withWork: boolean
  /** Whether the menu includes the end. */
  readonly ends?: boolean
}

export function MoreMenu({ source, label, withWork, ends = false }: MoreMenuProps) {
  const beside = useMediaQuery(BESIDE, false)
  const reset = useRef<() => void>(null)
  const target = useRef<HTMLButtonElement>(null)
  /**
   * A dialog returns the focus to the last focused element. The item disappears, so the button is focused first. The
   * button is in sight, and the fields beside it stay there.
   */
  const run = (line: ActionLine) => {
    target.current?.focus({ preventScroll: true })
    line.run()
  }
  const work = [...(withWork ? workLines(source) : []), ...(ends ? endLines(source) : [])]
  return (
    <FileButton
      accept={PDF_TYPE}
      resetRef={reset}
      onChange={(file) => {
        source.state.attach.start(file)
        // Allows the same file to be chosen again.
        reset.current?.()
      }}
    >
      {({ onClick }) => (
        <Menu position="top-start" shadow="md" width={240}>
          <Menu.Target>
            <Button
              ref={target}
              variant="default"
              px="sm"
              data-calls={withWork || undefined}
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              {label}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {work.map((line) => (
              <Line key={line.name} line={line} onRun={run} />
            ))}
            {work.length > 0 ? <Menu.Divider /> : null}
            {source.allowed.has('attach') ? (
              <Menu.Item leftSection={<IconFileUpload size={18} aria-hidden />} onClick={onClick}>
                {source.lead.file_path === null ? 'Enviar PDF' : 'Substituir PDF'}
                {source.state.file === 'none' ? null : (
                  <Text size="xs" c="dimmed">
                    {FILE_STATE_WORDS[source.state.file]}
                  </Text>
                )}
              </Menu.Item>
            ) : null}
            {moreLines(source, beside).map((line) => (
              <Line key={line.name} line={line} onRun={run} />
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  )
}

function Line({ line, onRun }: { readonly line: ActionLine; readonly onRun: (line: ActionLine) => void }) {
  const { label, icon, danger = false } = line
  return (
    <Menu.Item leftSection={icon} onClick={() => onRun(line)} {...(danger ? { color: 'red' } : {})}>
      {label}
    </Menu.Item>
  )
}
