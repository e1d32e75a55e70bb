/** HTML in Markdown: tags are left out, and the text between them stays. */

interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
}

const TAG = /<\/?[a-z!?][^>]*>/gi

function textOf({ value = '' }: MarkdownNode): MarkdownNode {
  return { type: 'text', value: value.replaceAll(TAG, '') }
}

function changed(node: MarkdownNode, isBlock: boolean): MarkdownNode {
  if (node.type === 'html') return isBlock ? { type: 'paragraph', children: [textOf(node)] } : textOf(node)
  if (node.children !== undefined) {
    const holdsBlocks = node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell'
    node.children = node.children.map((child) => changed(child, isBlock && holdsBlocks))
  }
  return node
}

/** A plugin of remark. */
export const htmlAsText = () => (tree: MarkdownNode) => void changed(tree, true)
