/** A link in full, with the button that copies it. */
import { Button, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { notify } from './notify.ts'

/** The browser refuses without a gesture, or outside https. The link stands beside the button, selected. */
const NOT_COPIED = 'O navegador não copiou. Selecione o link e copie-o.'

export function LinkToCopy({ link }: { readonly link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(link)
      setCopied(link)
    } catch {
      notify.warning(NOT_COPIED)
    }
  }
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        ref={field}
        label="Link"
        value={link}
        readOnly
        flex="1 1 220px"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        leftSection={copied === link ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
        data-autofocus
      >
        {copied === link ? 'Copiado' : 'Copiar link'}
      </Button>
    </Group>
  )
}
