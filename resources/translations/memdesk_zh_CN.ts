<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>About</name>
    <message>
        <source>About memdesk</source>
        <translation>关于 memdesk</translation>
    </message>
    <message>
        <source>The desk for what your AI assistants remember: one local bank, seen and edited in a window, previewed exactly as it will be injected, and served to every chat host.</source>
        <translation>安放 AI 助手记忆的书桌：一个本地记忆库，在窗口里查看和编辑，按注入时的原样预览，并供每个聊天宿主使用。</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New bank…</source>
        <translation>新建记忆库(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Open bank…</source>
        <translation>打开记忆库(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>关闭窗口(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>复制一份(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;store</source>
        <translation>恢复(&amp;S)</translation>
    </message>
    <message>
        <source>Set wor&amp;kspace…</source>
        <translation>设置工作区(&amp;K)…</translation>
    </message>
    <message>
        <source>Mov&amp;e up</source>
        <translation>上移(&amp;E)</translation>
    </message>
    <message>
        <source>Quick-&amp;add…</source>
        <translation>快速添加(&amp;A)…</translation>
    </message>
    <message>
        <source>Rena&amp;me…</source>
        <translation>重命名(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Mirrors…</source>
        <translation>镜像(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Back up now</source>
        <translation>立即备份(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Restore a backup…</source>
        <translation>恢复备份(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>历史(&amp;H)…</translation>
    </message>
    <message>
        <source>Find and r&amp;eplace…</source>
        <translation>查找和替换(&amp;E)…</translation>
    </message>
    <message>
        <source>Find &amp;duplicates…</source>
        <translation>查找重复条目(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Clean up…</source>
        <translation>清理(&amp;C)…</translation>
    </message>
    <message>
        <source>Consolidate con&amp;versations…</source>
        <translation>整理对话(&amp;V)…</translation>
    </message>
    <message>
        <source>Mer&amp;ge…</source>
        <translation>合并(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Copy as Markdown</source>
        <translation>复制为 Markdown(&amp;C)</translation>
    </message>
    <message>
        <source>Copy to another &amp;bank…</source>
        <translation>复制到另一个记忆库(&amp;B)…</translation>
    </message>
    <message>
        <source>Move to anot&amp;her bank…</source>
        <translation>移动到另一个记忆库(&amp;H)…</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>复制为 JSON(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>置顶(&amp;P)</translation>
    </message>
    <message>
        <source>Unp&amp;in</source>
        <translation>取消置顶(&amp;I)</translation>
    </message>
    <message>
        <source>Set s&amp;tatus…</source>
        <translation>设置状态(&amp;T)…</translation>
    </message>
    <message>
        <source>Set r&amp;ole…</source>
        <translation>设置角色(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Add tags…</source>
        <translation>添加标签(&amp;A)…</translation>
    </message>
    <message>
        <source>Remo&amp;ve tags…</source>
        <translation>移除标签(&amp;V)…</translation>
    </message>
    <message>
        <source>Move do&amp;wn</source>
        <translation>下移(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Accept</source>
        <translation>接受(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Edit and accept…</source>
        <translation>编辑并接受(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Merge into…</source>
        <translation>合并到(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Reject</source>
        <translation>拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>A&amp;ccept all of this host…</source>
        <translation>接受该宿主的全部建议(&amp;C)…</translation>
    </message>
    <message>
        <source>Re&amp;ject all of this host…</source>
        <translation>拒绝该宿主的全部建议(&amp;J)…</translation>
    </message>
    <message>
        <source>&amp;Next suggestion</source>
        <translation>下一条建议(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous suggestion</source>
        <translation>上一条建议(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Read or write the content</source>
        <translation>阅读或编写内容(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;fresh</source>
        <translation>刷新(&amp;F)</translation>
    </message>
    <message>
        <source>memdesk &amp;help</source>
        <translation>memdesk 帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About memdesk</source>
        <translation>关于 memdesk(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>E&amp;ntry</source>
        <translation>条目(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Review</source>
        <translation>审阅(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Relevance</source>
        <translation>相关度(&amp;R)</translation>
    </message>
    <message>
        <source>Categor&amp;y</source>
        <translation>类别(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>AgeCard</name>
    <message>
        <source>Which entries</source>
        <translation>哪类条目</translation>
    </message>
    <message>
        <source>How long ago they were made, and how relevant they are.</source>
        <translation>条目创建了多久，相关度如何。</translation>
    </message>
    <message>
        <source>Age: {age}</source>
        <translation>时间：{age}</translation>
    </message>
</context>
<context>
    <name>AsideBar</name>
    <message>
        <source>Typed, but not stored: “{entry}”.</source>
        <translation>已输入但未保存：“{entry}”。</translation>
    </message>
    <message>
        <source>Typed, but not stored: “{entry}” and {count} more.</source>
        <translation>已输入但未保存：“{entry}”，另有 {count} 条。</translation>
    </message>
    <message>
        <source>without a title</source>
        <translation>无标题</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>继续编辑</translation>
    </message>
    <message>
        <source>Let it go</source>
        <translation>不要了</translation>
    </message>
</context>
<context>
    <name>AtHand</name>
    <message>
        <source>Saved: {title}</source>
        <translation>已保存：{title}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>BackupActions</name>
    <message>
        <source>This bank was begun where another lay before. There are backups of that one (the newest: {age}).</source>
        <translation>这个记忆库是在另一个记忆库原来的位置新开始的。那一个还有备份（最新的：{age}）。</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>恢复备份…</translation>
    </message>
    <message>
        <source>Keep this bank</source>
        <translation>保留现在这个</translation>
    </message>
    <message>
        <source>Backing up…</source>
        <translation>正在备份…</translation>
    </message>
    <message>
        <source>Backed up and checked: {path}</source>
        <translation>已备份并检查：{path}</translation>
    </message>
    <message>
        <source>Last backup: {age}</source>
        <translation>上次备份：{age}</translation>
    </message>
    <message>
        <source>No backup yet</source>
        <translation>还没有备份</translation>
    </message>
</context>
<context>
    <name>Backups</name>
    <message>
        <source>Each day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>Before an import</source>
        <translation>导入之前</translation>
    </message>
    <message>
        <source>Before an update</source>
        <translation>升级之前</translation>
    </message>
    <message>
        <source>Before a restore</source>
        <translation>恢复之前</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>Read out of the damaged bank</source>
        <translation>从损坏的记忆库中读出</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>{count} min ago</source>
        <translation>{count} 分钟前</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hours ago</source>
        <translation>
            <numerusform>%Ln 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln 天前</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BackupsDialog</name>
    <message>
        <source>Restore a backup</source>
        <translation>恢复备份</translation>
    </message>
    <message>
        <source>&amp;Backups:</source>
        <translation>备份(&amp;B)：</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Restore this backup</source>
        <translation>恢复此备份(&amp;R)</translation>
    </message>
    <message>
        <source>Read &amp;out what can be read</source>
        <translation>读出还能读的内容(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Use it as it is</source>
        <translation>就这样使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Choose another bank…</source>
        <translation>选择别的记忆库(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>This bank is damaged</source>
        <translation>这个记忆库已损坏</translation>
    </message>
    <message>
        <source>This bank can&apos;t be opened</source>
        <translation>无法打开这个记忆库</translation>
    </message>
    <message>
        <source>The bank will hold what the backup holds. What it holds now is kept as a backup first, so you can come back to it.</source>
        <translation>记忆库的内容将变成备份中的内容。现有内容会先存为一个备份，之后还可以换回来。</translation>
    </message>
    <message>
        <source>Its file is empty: 0 bytes. All that was in it is lost from it.</source>
        <translation>它的文件是空的：0 字节。原有内容已从中丢失。</translation>
    </message>
    <message>
        <source>The beginning of its file isn&apos;t that of a bank.</source>
        <translation>它的文件开头不是记忆库的开头。</translation>
    </message>
    <message>
        <source>Its file is cut off: the end is missing.</source>
        <translation>它的文件被截断：末尾缺失。</translation>
    </message>
    <message>
        <source>Some of its pages hold something else than was written into them.</source>
        <translation>它的一些页面里不再是当初写入的内容。</translation>
    </message>
    <message>
        <source>The newest changes are missing: {count}. They stood in a second file beside it, which is gone; or an older copy was put in its place.</source>
        <translation>缺少最新的更改：{count} 次。它们原本在旁边的另一个文件里，而那个文件不见了；或者有人在原处放了较旧的副本。</translation>
    </message>
    <message>
        <source>The file beside it with the newest changes belongs to another bank.</source>
        <translation>旁边存放最新更改的文件属于另一个记忆库。</translation>
    </message>
    <message>
        <source>A failing disk or another program may have done this. Nothing is read from it or written to it until you decide, and hosts are told so. Whatever you choose, the damaged file is kept beside the bank, as it is.</source>
        <translation>可能是磁盘出了故障，或是别的程序所致。在您决定之前，不会从中读取，也不会写入，宿主也会得知这一点。无论您怎么选，损坏的文件都会原样保留在记忆库旁边。</translation>
    </message>
    <message>
        <source>There is no backup yet. memdesk makes one each day, and before imports.</source>
        <translation>还没有备份。memdesk 每天做一个，导入之前也做。</translation>
    </message>
    <message>
        <source>Restoring…</source>
        <translation>正在恢复…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message numerus="yes">
        <source>Read out: %Ln entries.</source>
        <translation>
            <numerusform>已读出：%Ln 个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps of the history: {count}.</source>
        <translation>历史步骤：{count}。</translation>
    </message>
    <message numerus="yes">
        <source>Known to be lost: %Ln entries.</source>
        <translation>
            <numerusform>确知丢失：%Ln 个条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>It stands among the backups now; restore it to use it.</source>
        <translation>它现在列在备份中；恢复它即可使用。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
</context>
<context>
    <name>BackupsTable</name>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>多久以前</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
</context>
<context>
    <name>BankFiles</name>
    <message>
        <source>Open bank</source>
        <translation>打开记忆库</translation>
    </message>
    <message>
        <source>Banks (*.sqlite *.db);;All files (*)</source>
        <translation>记忆库 (*.sqlite *.db);;所有文件 (*)</translation>
    </message>
    <message>
        <source>New bank</source>
        <translation>新建记忆库</translation>
    </message>
    <message>
        <source>Banks (*.sqlite)</source>
        <translation>记忆库 (*.sqlite)</translation>
    </message>
    <message>
        <source>{file} is there already. Open it, or choose another name.</source>
        <translation>{file} 已存在。请打开它，或另取一个名字。</translation>
    </message>
</context>
<context>
    <name>BankTrouble</name>
    <message>
        <source>Restored. What lay there is kept: {path}</source>
        <translation>已恢复。原来的内容保留在：{path}</translation>
    </message>
    <message>
        <source>Understood</source>
        <translation>知道了</translation>
    </message>
</context>
<context>
    <name>BlockCard</name>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>{size}; the budget is {budget}</source>
        <translation>{size}；预算为 {budget}</translation>
    </message>
    <message>
        <source>{size}; there is no budget</source>
        <translation>{size}；没有预算</translation>
    </message>
    <message>
        <source>A host gets an empty text now.</source>
        <translation>宿主现在得到的是空文本。</translation>
    </message>
    <message>
        <source>Preset “{preset}”, which has no budget.</source>
        <translation>预设“{preset}”没有预算。</translation>
    </message>
    <message>
        <source>Preset “{preset}”: {share} of its budget of {budget}.</source>
        <translation>预设“{preset}”：已用预算（{budget}）的 {share}。</translation>
    </message>
    <message>
        <source>In the block: {section}</source>
        <translation>在记忆块中：{section}</translation>
    </message>
</context>
<context>
    <name>BringingUp</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>Another memdesk is bringing your memories up to date, or writes.</source>
        <translation>另一个 memdesk 正在升级您的记忆，或正在写入。</translation>
    </message>
    <message>
        <source>Your memories are about to be brought up to date for this version of memdesk. A backup is being made first…</source>
        <translation>即将按此版本的 memdesk 升级您的记忆。正在先做备份…</translation>
    </message>
    <message>
        <source>Your memories are being brought up to date for this version of memdesk. A backup was made first…</source>
        <translation>正在按此版本的 memdesk 升级您的记忆。已先做好备份…</translation>
    </message>
    <message>
        <source>The window opens as soon as it is done.</source>
        <translation>完成后窗口即会打开。</translation>
    </message>
    <message>
        <source>This happens once. With very many entries it takes some minutes. Leaving is safe: nothing is lost.</source>
        <translation>只需一次。条目非常多时要几分钟。可以放心离开：不会丢失任何内容。</translation>
    </message>
</context>
<context>
    <name>CellDraft</name>
    <message>
        <source>Changed by someone else</source>
        <translation>已被他人更改</translation>
    </message>
    <message>
        <source>“{entry}” was changed by someone else while you were editing it.</source>
        <translation>您在编辑“{entry}”时，它已被他人更改。</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <source>{field}: yours is “{mine}”, theirs is “{theirs}”.</source>
        <translation>{field}：您的是“{mine}”，对方的是“{theirs}”。</translation>
    </message>
</context>
<context>
    <name>ChoicesPane</name>
    <message>
        <source>&amp;Test connection</source>
        <translation>测试连接(&amp;T)</translation>
    </message>
    <message>
        <source>As kept before, or none</source>
        <translation>沿用已保存的，或不用</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <source>All messages, in windows that fit</source>
        <translation>全部消息，按窗口大小分段</translation>
    </message>
    <message>
        <source>The last </source>
        <translation>最后 </translation>
    </message>
    <message>
        <source> messages</source>
        <translation> 条消息</translation>
    </message>
    <message>
        <source> seconds of silence</source>
        <translation> 秒无回应</translation>
    </message>
    <message>
        <source>Every workspace</source>
        <translation>所有工作区</translation>
    </message>
    <message>
        <source>Every role</source>
        <translation>所有角色</translation>
    </message>
    <message>
        <source>Guessed; preferences hold in every workspace.</source>
        <translation>推测得出；偏好适用于所有工作区。</translation>
    </message>
    <message>
        <source>Write a summar&amp;y, too</source>
        <translation>同时写摘要(&amp;Y)</translation>
    </message>
    <message>
        <source>A memory of its own</source>
        <translation>单独一条记忆</translation>
    </message>
    <message>
        <source>Straight in the &amp;bank, without review</source>
        <translation>不经审阅，直接写入记忆库(&amp;B)</translation>
    </message>
    <message>
        <source>A&amp;ddress of the model</source>
        <translation>模型的地址(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Key</source>
        <translation>密钥(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Window of the model</source>
        <translation>模型的窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Give up after</source>
        <translation>何时放弃(&amp;G)</translation>
    </message>
    <message>
        <source>Look for &amp;facts in</source>
        <translation>在哪里找事实(&amp;F)</translation>
    </message>
    <message>
        <source>W&amp;orkspace of what is found</source>
        <translation>所得内容的工作区(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Role of what is found</source>
        <translation>所得内容的角色(&amp;R)</translation>
    </message>
    <message>
        <source>The s&amp;ummary is made of</source>
        <translation>摘要取自(&amp;U)</translation>
    </message>
    <message>
        <source>The summary b&amp;ecomes</source>
        <translation>摘要写到(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Headings of the summary</source>
        <translation>摘要的标题(&amp;H)</translation>
    </message>
</context>
<context>
    <name>CleanRows</name>
    <message>
        <source>Entry</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Becomes</source>
        <translation>变为</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>To the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message numerus="yes">
        <source>Not accessed for %Ln days</source>
        <translation>
            <numerusform>%Ln 天未被访问</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Never asked for in %Ln days</source>
        <translation>
            <numerusform>%Ln 天从未被取用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Never recalled in %Ln days, in a block {ago}</source>
        <translation>
            <numerusform>%Ln 天从未被回忆，{ago}曾注入</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln days ago</source>
        <translation>
            <numerusform>%Ln 天前</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CleanWindow</name>
    <message>
        <source>Clean up</source>
        <translation>清理</translation>
    </message>
    <message numerus="yes">
        <source>Only what hosts wrote and you never touched: no pinned entry, no constraint, nothing that you wrote, imported or edited. What was not accessed for %Ln days becomes one step less relevant.</source>
        <translation>
            <numerusform>只涉及宿主写下而您从未动过的条目：置顶的、约束以及您写下、导入或修改过的都不动。%Ln 天未被访问的条目相关度降一级。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing by its relevance</source>
        <translation>不按相关度保留</translation>
    </message>
    <message>
        <source>{relevance} and higher</source>
        <translation>{relevance}及以上</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>What would be cleaned up</source>
        <translation>将被清理的条目</translation>
    </message>
    <message>
        <source>&amp;To the trash: never recalled, older than (days):</source>
        <translation>移到回收站：从未被回忆且超过（天）(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Kept:</source>
        <translation>保留(&amp;K)：</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>There is nothing to clean up.</source>
        <translation>没有需要清理的内容。</translation>
    </message>
    <message>
        <source>To the trash: {trash}. Less relevant: {downgrade}.</source>
        <translation>移到回收站：{trash}。降低相关度：{downgrade}。</translation>
    </message>
    <message>
        <source>Clean &amp;up {count}</source>
        <translation>清理 {count} 项(&amp;U)</translation>
    </message>
    <message>
        <source>Cleaning up…</source>
        <translation>正在清理…</translation>
    </message>
    <message>
        <source>Moved to the trash: {trash}. Made less relevant: {downgrade}. Ctrl+Z takes it back.</source>
        <translation>已移到回收站：{trash}。已降低相关度：{downgrade}。按 Ctrl+Z 可撤销。</translation>
    </message>
</context>
<context>
    <name>ConnectDialog</name>
    <message>
        <source>Disconnect a host</source>
        <translation>断开宿主</translation>
    </message>
    <message>
        <source>Connect a host</source>
        <translation>连接宿主</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>&amp;Host:</source>
        <translation>宿主(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>文件夹(&amp;F)：</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Write these files</source>
        <translation>写入这些文件</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy what would change, to do it by hand</source>
        <translation>复制将要改动的内容，以便手动修改</translation>
    </message>
    <message>
        <source>For you on this machine; or one project&apos;s folder</source>
        <translation>留空：用于本机的您；或填一个项目的文件夹</translation>
    </message>
    <message>
        <source>Name the folder to see what would be written.</source>
        <translation>请指定文件夹，以查看将写入的内容。</translation>
    </message>
    <message>
        <source>There is nothing of memdesk to take out.</source>
        <translation>没有 memdesk 的内容可移除。</translation>
    </message>
    <message>
        <source>{host} is set up already.</source>
        <translation>{host} 已经设置好。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Everything else in these files stays as it is.</source>
        <translation>这些文件中的其他内容保持不变。</translation>
    </message>
    <message>
        <source>Everything else in these files stays; a copy of each is kept beside it.</source>
        <translation>这些文件中的其他内容保持不变；每个文件旁会留一份副本。</translation>
    </message>
    <message>
        <source>Codex asks once whether you trust the hook.</source>
        <translation>Codex 会询问一次您是否信任该钩子。</translation>
    </message>
    <message>
        <source>Paste the file as a new function: Admin Panel, Functions.</source>
        <translation>把该文件粘贴为一个新函数：管理员面板，函数。</translation>
    </message>
    <message>
        <source>It needs the HTTP door: File, Settings, Serving.</source>
        <translation>它需要 HTTP 接口：文件，设置，服务。</translation>
    </message>
    <message>
        <source>The project&apos;s folder</source>
        <translation>项目的文件夹</translation>
    </message>
    <message>
        <source>SillyTavern&apos;s folder</source>
        <translation>SillyTavern 的文件夹</translation>
    </message>
    <message>
        <source>Where to put the file to paste</source>
        <translation>放置待粘贴文件的位置</translation>
    </message>
</context>
<context>
    <name>Consolidation</name>
    <message>
        <source>Can&apos;t be read</source>
        <translation>读不了</translation>
    </message>
    <message numerus="yes">
        <source>%Ln suggestions</source>
        <translation>
            <numerusform>%Ln 条建议</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing new</source>
        <translation>没有新内容</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>over the network, NOT ENCRYPTED</source>
        <translation>经过网络，未加密</translation>
    </message>
    <message>
        <source>over the network, encrypted</source>
        <translation>经过网络，已加密</translation>
    </message>
</context>
<context>
    <name>ConsolidationWindow</name>
    <message>
        <source>Consolidate conversations</source>
        <translation>整理对话</translation>
    </message>
    <message>
        <source>&amp;Add files…</source>
        <translation>添加文件(&amp;A)…</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Looking for conversations on this machine…</source>
        <translation>正在本机查找对话…</translation>
    </message>
    <message>
        <source>Found on this machine: {count}. Tick those to go through.</source>
        <translation>本机找到 {count} 个。请勾选要整理的。</translation>
    </message>
    <message>
        <source>No conversations were found on this machine. Add files of them.</source>
        <translation>本机没有找到对话。请添加对话文件。</translation>
    </message>
    <message>
        <source>Add conversations</source>
        <translation>添加对话</translation>
    </message>
    <message>
        <source>Conversations (*.jsonl *.ndjson *.json *.zip *.md);;All files (*)</source>
        <translation>对话 (*.jsonl *.ndjson *.json *.zip *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Summary: {title}</source>
        <translation>摘要：{title}</translation>
    </message>
    <message>
        <source>Give the address of a model: nothing is sent before you have.</source>
        <translation>请给出模型的地址：在此之前什么都不会发送。</translation>
    </message>
    <message>
        <source>Tick the conversations to go through.</source>
        <translation>请勾选要整理的对话。</translation>
    </message>
    <message>
        <source>Name the model, or test the connection to see which there are.</source>
        <translation>请给出模型名，或测试连接看看有哪些。</translation>
    </message>
    <message>
        <source>Counting what would be sent…</source>
        <translation>正在计算将要发送的内容…</translation>
    </message>
    <message>
        <source>Nothing was said since the last time.</source>
        <translation>上次之后没有新的对话。</translation>
    </message>
    <message numerus="yes">
        <source>≈%Ln tokens go to {address} ({place}).</source>
        <translation>
            <numerusform>≈%Ln 个 token 将发往 {address}（{place}）。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>继续(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>发送(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>Asking for the models…</source>
        <translation>正在询问有哪些模型…</translation>
    </message>
    <message>
        <source>It answers. Models: {count}</source>
        <translation>有回答。模型：{count} 个</translation>
    </message>
    <message>
        <source>Send these conversations to {address}?</source>
        <translation>把这些对话发送到 {address}？</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What looks like a password or a key is left out. </source>
        <translation>看起来像密码或密钥的内容会被去掉。</translation>
    </message>
    <message>
        <source>On the way there it is not encrypted: others can read it.</source>
        <translation>途中未加密：别人可以读到。</translation>
    </message>
    <message>
        <source>It leaves this machine, and whoever runs that server can read it.</source>
        <translation>内容会离开本机，运行那个服务器的人可以读到。</translation>
    </message>
    <message>
        <source>Suggestions that wait for you: {count}</source>
        <translation>等您决定的建议：{count} 条</translation>
    </message>
    <message>
        <source>Stored. Ctrl+Z takes it back.</source>
        <translation>已保存。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Nothing was found that is not known already.</source>
        <translation>没有找到还不知道的内容。</translation>
    </message>
</context>
<context>
    <name>DiffView</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Nothing differs.</source>
        <translation>没有差异。</translation>
    </message>
    <message>
        <source>Lines taken away: {removed}, lines added: {added}</source>
        <translation>删去 {removed} 行，新增 {added} 行</translation>
    </message>
    <message>
        <source>⋯ unchanged lines: {count}</source>
        <translation>⋯ 未变的行：{count}</translation>
    </message>
    <message>
        <source>⋯ Show more</source>
        <translation>⋯ 显示更多</translation>
    </message>
</context>
<context>
    <name>Disconnecting</name>
    <message>
        <source>No host is connected from here.</source>
        <translation>这里没有已连接的宿主。</translation>
    </message>
    <message>
        <source>Disconnected: {hosts}. Start them anew.</source>
        <translation>已断开：{hosts}。请重新启动它们。</translation>
    </message>
    <message>
        <source>Disconnect all hosts</source>
        <translation>断开所有宿主</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Take memdesk out of these files? Each is copied first.</source>
        <translation>要从这些文件中移除 memdesk 吗？每个文件都会先备份。</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <translation>断开…</translation>
    </message>
    <message numerus="yes">
        <source>Really disconnect %Ln hosts? From their next start on they know nothing of you.</source>
        <translation>
            <numerusform>确实要断开 %Ln 个宿主吗？从下次启动起，它们将对您一无所知。</numerusform>
        </translation>
    </message>
    <message>
        <source>Disconnect all</source>
        <translation>全部断开</translation>
    </message>
</context>
<context>
    <name>DuplicatesCard</name>
    <message>
        <source>Go through them…</source>
        <translation>逐组查看…</translation>
    </message>
    <message numerus="yes">
        <source>Groups of entries that say the same: {groups}, with %Ln entries.</source>
        <translation>
            <numerusform>内容相同的条目共 {groups} 组，%Ln 条。</numerusform>
        </translation>
    </message>
    <message>
        <source>No two entries say the same.</source>
        <translation>没有两条内容相同的条目。</translation>
    </message>
    <message>
        <source>{title}: {count} say the same</source>
        <translation>{title}：{count} 条内容相同</translation>
    </message>
</context>
<context>
    <name>DuplicatesWindow</name>
    <message>
        <source>Duplicates</source>
        <translation>重复条目</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Text after merging</source>
        <translation>合并后的正文</translation>
    </message>
    <message>
        <source>The text of the one that stays</source>
        <translation>保留条目的正文</translation>
    </message>
    <message>
        <source>The text of the selected one</source>
        <translation>所选条目的正文</translation>
    </message>
    <message>
        <source>All texts, one below the other</source>
        <translation>所有正文，依次相连</translation>
    </message>
    <message>
        <source>&amp;Keep this one</source>
        <translation>保留这一条(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>合并(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Not duplicates</source>
        <translation>不是重复(&amp;N)</translation>
    </message>
    <message>
        <source>Do not show these as duplicates again; nothing else is changed</source>
        <translation>以后不再把它们当作重复条目；其他都不变</translation>
    </message>
    <message>
        <source>Sho&amp;w them again</source>
        <translation>重新显示(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Search again</source>
        <translation>重新查找(&amp;S)</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Ticked entries are merged into the one that stays, and then go to the trash. Tags are united.</source>
        <translation>勾选的条目会并入保留的那一条，随后移到回收站。标签会合在一起。</translation>
    </message>
    <message>
        <source>&amp;Text after merging:</source>
        <translation>合并后的正文(&amp;T)：</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Every text is compared.</source>
        <translation>正在比较所有正文。</translation>
    </message>
    <message>
        <source>Merge all exact twins ({count})…</source>
        <translation>合并所有完全相同的条目（{count}）…</translation>
    </message>
    <message>
        <source>No duplicates</source>
        <translation>没有重复条目</translation>
    </message>
    <message>
        <source>No two entries say the same.</source>
        <translation>没有两条内容相同的条目。</translation>
    </message>
    <message>
        <source>This is the one that stays.</source>
        <translation>这就是要保留的那一条。</translation>
    </message>
    <message>
        <source>Choose another one to see how it differs.</source>
        <translation>选择另一条，看看有什么不同。</translation>
    </message>
    <message>
        <source>From the one that stays (−) to “{title}” (+):</source>
        <translation>从保留的条目（−）到“{title}”（+）：</translation>
    </message>
    <message>
        <source>They are the same to the letter.</source>
        <translation>两者一字不差。</translation>
    </message>
    <message>
        <source>They are not seen in the same places. The one that stays keeps its own.</source>
        <translation>它们的可见范围不同。保留的条目维持自己的范围。</translation>
    </message>
    <message>
        <source>Merged: {count} into one. Ctrl+Z takes it back.</source>
        <translation>已将 {count} 条合并为一条。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Not shown as duplicates again.</source>
        <translation>以后不再把它们当作重复条目。</translation>
    </message>
    <message>
        <source>Merge exact twins</source>
        <translation>合并完全相同的条目</translation>
    </message>
    <message>
        <source>Keep one of each and move the others to the trash: {count}?</source>
        <translation>每组保留一条，把其余的移到回收站：{count} 条？</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Tags are united. Ctrl+Z takes it back.</source>
        <translation>标签会合在一起。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Moved to the trash: {count}. Ctrl+Z brings them back.</source>
        <translation>已移到回收站：{count} 条。Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>所有地方</translation>
    </message>
</context>
<context>
    <name>EntriesPage</name>
    <message>
        <source>The filter hides this entry.</source>
        <translation>此条目被筛选隐藏。</translation>
    </message>
    <message>
        <source>That entry is not here any more.</source>
        <translation>该条目已不在这里。</translation>
    </message>
</context>
<context>
    <name>EntryActions</name>
    <message>
        <source>{field} of the selected entries:</source>
        <translation>所选条目的{field}：</translation>
    </message>
</context>
<context>
    <name>EntryEditor</name>
    <message>
        <source>Every workspace</source>
        <translation>所有工作区</translation>
    </message>
    <message>
        <source>Every role</source>
        <translation>所有角色</translation>
    </message>
    <message>
        <source>Always first</source>
        <translation>总排在最前</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This was changed by someone else while you were editing it: {fields}.</source>
        <translation>您编辑时，以下内容已被他人更改：{fields}。</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>保留我的</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation>采用对方的</translation>
    </message>
    <message>
        <source>This was deleted while you were editing it.</source>
        <translation>您编辑时，它已被删除。</translation>
    </message>
    <message>
        <source>Put it back</source>
        <translation>放回来</translation>
    </message>
    <message>
        <source>Let it go</source>
        <translation>不要了</translation>
    </message>
</context>
<context>
    <name>EntryForm</name>
    <message>
        <source>Select an entry to edit it.</source>
        <translation>选择一个条目来编辑。</translation>
    </message>
</context>
<context>
    <name>EntryPicker</name>
    <message>
        <source>Search memories</source>
        <translation>搜索记忆</translation>
    </message>
    <message>
        <source>Found memories</source>
        <translation>找到的记忆</translation>
    </message>
    <message>
        <source>No memory has these words.</source>
        <translation>没有包含这些字词的记忆。</translation>
    </message>
</context>
<context>
    <name>EntryView</name>
    <message>
        <source>Sorting…</source>
        <translation>正在排序…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
</context>
<context>
    <name>Erasing</name>
    <message>
        <source>Erase everything</source>
        <translation>清除一切</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Erase all that memdesk keeps on this machine?</source>
        <translation>要清除 memdesk 在这台电脑上保存的一切吗？</translation>
    </message>
    <message>
        <source>Erase…</source>
        <translation>清除…</translation>
    </message>
    <message>
        <source>Files that you exported, copies that you made and what hosts have got already stay where they are. Hosts stay connected; disconnect them first.</source>
        <translation>您导出的文件、您做的副本以及宿主已经得到的内容保持不变。宿主仍处于连接状态，请先断开它们。</translation>
    </message>
    <message>
        <source>Really erase everything? There is no undo and no backup left.</source>
        <translation>确实要清除一切吗？此操作无法撤销，也不会留下备份。</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>The whole bank</source>
        <translation>整个记忆库</translation>
    </message>
    <message>
        <source>What the filter shows: {count}</source>
        <translation>筛选出的条目：{count}</translation>
    </message>
    <message>
        <source>The selected entries: {count}</source>
        <translation>选中的条目：{count}</translation>
    </message>
    <message>
        <source>With the &amp;history of every change</source>
        <translation>包含每次更改的历史(&amp;H)</translation>
    </message>
    <message>
        <source>What the format can&apos;t hold</source>
        <translation>该格式容纳不下的内容</translation>
    </message>
    <message>
        <source>Entries with secrets</source>
        <translation>含有密钥的条目</translation>
    </message>
    <message>
        <source>Put a &amp;mark in the place of each secret</source>
        <translation>用标记代替每个密钥(&amp;M)</translation>
    </message>
    <message>
        <source>Write the &amp;secrets as they are</source>
        <translation>原样写出密钥(&amp;S)</translation>
    </message>
    <message>
        <source>The file holds what you remember as plain text. Keep it where only you read.</source>
        <translation>文件以明文保存您的记忆，请放在只有您能读到的地方。</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>内容(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Format:</source>
        <translation>格式(&amp;F)：</translation>
    </message>
    <message>
        <source>Entries: {count}. The format holds everything.</source>
        <translation>条目：{count}。该格式能容纳全部内容。</translation>
    </message>
    <message>
        <source>The format can&apos;t hold this, it is left out: {what}</source>
        <translation>该格式容纳不下以下内容，将不会写出：{what}</translation>
    </message>
    <message>
        <source>Source sessions</source>
        <translation>来源会话</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Entries with secrets: {count}. What should become of those?</source>
        <translation>含有密钥的条目：{count}。如何处理这些密钥？</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>The history</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation>已导出到 {file}。</translation>
    </message>
    <message>
        <source>memdesk JSON (everything)</source>
        <translation>memdesk JSON（全部内容）</translation>
    </message>
    <message>
        <source>gameassist JSON (profile, tasks, works)</source>
        <translation>gameassist JSON（个人资料、任务、作品）</translation>
    </message>
    <message>
        <source>rolebox JSON (memories)</source>
        <translation>rolebox JSON（记忆）</translation>
    </message>
    <message>
        <source>Knowledge graph of server-memory (JSONL)</source>
        <translation>server-memory 知识图谱（JSONL）</translation>
    </message>
    <message>
        <source>Table (CSV, for spreadsheets)</source>
        <translation>表格（CSV，用于电子表格）</translation>
    </message>
    <message>
        <source>Section of AGENTS.md or CLAUDE.md</source>
        <translation>AGENTS.md 或 CLAUDE.md 中的一节</translation>
    </message>
    <message>
        <source>Markdown (to read)</source>
        <translation>Markdown（供阅读）</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Not saved yet.</source>
        <translation>尚未保存。</translation>
    </message>
    <message>
        <source>{id} · by {author}</source>
        <translation>{id} · 作者：{author}</translation>
    </message>
    <message>
        <source>Created {moment}</source>
        <translation>创建于 {moment}</translation>
    </message>
    <message>
        <source>Updated {moment}</source>
        <translation>更新于 {moment}</translation>
    </message>
    <message>
        <source>Last used {moment} · recalls: {count}</source>
        <translation>上次使用 {moment} · 回忆次数：{count}</translation>
    </message>
    <message>
        <source>Never used by a host</source>
        <translation>宿主从未使用过</translation>
    </message>
</context>
<context>
    <name>FetchCard</name>
    <message numerus="yes">
        <source>Fetches in the last %Ln days: {count}.</source>
        <translation>
            <numerusform>最近 %Ln 天读取了 {count} 次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No host has fetched anything in the last %Ln days.</source>
        <translation>
            <numerusform>最近 %Ln 天没有宿主读取过。</numerusform>
        </translation>
    </message>
    <message>
        <source>{host}, {day}: {count}</source>
        <translation>{host}，{day}：{count}</translation>
    </message>
    <message>
        <source>Fetched by {host}, {day}</source>
        <translation>{host} 于 {day} 读取</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>缩小范围</translation>
    </message>
    <message>
        <source>Show only a category, a tag, a status, …</source>
        <translation>只显示某个类别、标签、状态……</translation>
    </message>
    <message>
        <source>Narrow the filter</source>
        <translation>缩小筛选范围</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Only the newest {count} that fit are listed.</source>
        <translation>只列出符合条件的最新 {count} 条。</translation>
    </message>
    <message>
        <source>… more: type a part of it into the filter</source>
        <translation>… 还有更多：在筛选框中输入其一部分</translation>
    </message>
    <message>
        <source>Stop narrowing to {what}</source>
        <translation>不再只显示 {what}</translation>
    </message>
    <message>
        <source>Constraints only</source>
        <translation>只看约束</translation>
    </message>
    <message>
        <source>No constraints</source>
        <translation>不看约束</translation>
    </message>
</context>
<context>
    <name>FindReplaceWindow</name>
    <message>
        <source>Find and replace</source>
        <translation>查找和替换</translation>
    </message>
    <message>
        <source>&amp;Match case</source>
        <translation>区分大小写(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Whole words</source>
        <translation>全字匹配(&amp;W)</translation>
    </message>
    <message>
        <source>Regular e&amp;xpression</source>
        <translation>正则表达式(&amp;X)</translation>
    </message>
    <message>
        <source>\1 in the new text stands for what the first group found, \n for a new line</source>
        <translation>新文本中的 \1 代表第一个分组找到的内容，\n 代表换行</translation>
    </message>
    <message>
        <source>T&amp;itles and names</source>
        <translation>标题和名称(&amp;I)</translation>
    </message>
    <message>
        <source>Ta&amp;gs and tech</source>
        <translation>标签和技术(&amp;G)</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find:</source>
        <translation>查找(&amp;F)：</translation>
    </message>
    <message numerus="yes">
        <source>Places: {places}, in %Ln entries.</source>
        <translation>
            <numerusform>找到 {places} 处，分布在 %Ln 个条目中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not possible in %Ln entries, for the reason given.</source>
        <translation>
            <numerusform>其中 %Ln 个条目无法替换，原因见列表。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replaced: {places}, in %Ln entries. Ctrl+Z takes it back.</source>
        <translation>
            <numerusform>已替换 {places} 处，涉及 %Ln 个条目。Ctrl+Z 可撤销。</numerusform>
        </translation>
    </message>
    <message>
        <source>T&amp;exts and paths</source>
        <translation>正文和路径(&amp;E)</translation>
    </message>
    <message>
        <source>Replace wit&amp;h:</source>
        <translation>替换为(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找范围(&amp;L)：</translation>
    </message>
    <message>
        <source>The whole bank</source>
        <translation>整个记忆库</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>There are more; only the first {most} are listed.</source>
        <translation>还有更多；只列出前 {most} 处。</translation>
    </message>
    <message>
        <source>&amp;Replace {count}</source>
        <translation>替换 {count} 处(&amp;R)</translation>
    </message>
    <message>
        <source>Replacing…</source>
        <translation>正在替换…</translation>
    </message>
    <message>
        <source>Left as they are: {count}.</source>
        <translation>保持原样：{count} 条。</translation>
    </message>
</context>
<context>
    <name>FirstStart</name>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Welcome to memdesk</source>
        <translation>欢迎使用 memdesk</translation>
    </message>
    <message>
        <source>One place for what your AI assistants remember about you and your work: you see it, you edit it, and every assistant gets the same.</source>
        <translation>AI 助手关于您和您工作的记忆，都在这一处：您看得到、改得了，每个助手得到的都一样。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Import files…</source>
        <translation>导入文件…</translation>
    </message>
    <message>
        <source>Memories that another program wrote, or memdesk on another machine</source>
        <translation>其他程序写下的记忆，或另一台机器上的 memdesk</translation>
    </message>
    <message>
        <source>Look around with a sample bank</source>
        <translation>用示例记忆库随便看看</translation>
    </message>
    <message>
        <source>Memories, tasks and works made up to try things; Undo takes them away</source>
        <translation>为试用而编写的记忆、任务和作品；撤销即可移除</translation>
    </message>
    <message>
        <source>Start empty</source>
        <translation>从空白开始</translation>
    </message>
    <message>
        <source>Write the first memory yourself, or let an assistant do it</source>
        <translation>自己写下第一条记忆，或让助手来写</translation>
    </message>
    <message>
        <source>Restore a backup…</source>
        <translation>恢复备份…</translation>
    </message>
    <message>
        <source>The bank that was here is gone, its backups are still there (the newest: {age})</source>
        <translation>原来的记忆库不在了，但它的备份还在（最新的：{age}）</translation>
    </message>
    <message>
        <source>Import from {format}…</source>
        <translation>从 {format} 导入…</translation>
    </message>
    <message>
        <source>{holds} — found in {path}</source>
        <translation>{holds} — 位于 {path}</translation>
    </message>
    <message>
        <source>Looking for memories of other programs here…</source>
        <translation>正在这台电脑上查找其他程序的记忆…</translation>
    </message>
    <message>
        <source>Everything stays on this machine, in one file of yours. You see what an import would bring before anything is written, and the imported file is never changed.</source>
        <translation>一切都留在这台机器上，存于您自己的一个文件里。写入之前您会先看到导入的内容，被导入的文件绝不会被改动。</translation>
    </message>
</context>
<context>
    <name>GlobalShortcut</name>
    <message>
        <source>The desktop asks you which key it shall be.</source>
        <translation>桌面会询问您用哪个按键。</translation>
    </message>
    <message>
        <source>The desktop is asked for a key…</source>
        <translation>正在向桌面请求按键…</translation>
    </message>
    <message>
        <source>Quick-add opens from everywhere: {key}</source>
        <translation>在任何地方按 {key} 即可打开快速添加</translation>
    </message>
    <message>
        <source>Quick-add opens from everywhere, by the key that you chose.</source>
        <translation>在任何地方按您选择的按键即可打开快速添加。</translation>
    </message>
    <message>
        <source>No key was chosen.</source>
        <translation>没有选择按键。</translation>
    </message>
    <message>
        <source>The desktop gives no key: {reason}. Bind one to the command “memdesk quick-add” in its settings.</source>
        <translation>桌面没有给出按键：{reason}。请在桌面的设置中将按键绑定到命令“memdesk quick-add”。</translation>
    </message>
    <message>
        <source>This desktop gives programs no such key. Bind one to the command “memdesk quick-add” in its settings.</source>
        <translation>此桌面不向程序提供这样的按键。请在桌面的设置中将按键绑定到命令“memdesk quick-add”。</translation>
    </message>
    <message>
        <source>Quick add</source>
        <translation>快速添加</translation>
    </message>
    <message>
        <source>it does not say why</source>
        <translation>没有说明原因</translation>
    </message>
    <message>
        <source>it has ended the connection</source>
        <translation>连接已被对方断开</translation>
    </message>
</context>
<context>
    <name>GuessedField</name>
    <message>
        <source>As each conversation says</source>
        <translation>按各对话所属</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Help — memdesk</source>
        <translation>帮助 — memdesk</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>搜索帮助</translation>
    </message>
    <message>
        <source>Pages of the help</source>
        <translation>帮助页面</translation>
    </message>
    <message>
        <source>No page has that. Try fewer or other words.</source>
        <translation>没有页面包含这些词。请减少或更换词语。</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>Undone: {what}</source>
        <translation>已撤销：{what}</translation>
    </message>
    <message>
        <source>Redone: {what}</source>
        <translation>已重做：{what}</translation>
    </message>
    <message numerus="yes">
        <source>%Ln new entries</source>
        <translation>
            <numerusform>新增 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change of %Ln entries</source>
        <translation>
            <numerusform>修改 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion of %Ln entries</source>
        <translation>
            <numerusform>删除 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restoring of %Ln entries</source>
        <translation>
            <numerusform>恢复 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion forever of %Ln entries</source>
        <translation>
            <numerusform>永久删除 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import: %Ln entries</source>
        <translation>
            <numerusform>导入：%Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renaming of a tag on %Ln entries</source>
        <translation>
            <numerusform>重命名 %Ln 个条目的标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merging of tags on %Ln entries</source>
        <translation>
            <numerusform>合并 %Ln 个条目的标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deletion of a tag on %Ln entries</source>
        <translation>
            <numerusform>删除 %Ln 个条目的标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Merging of %Ln entries</source>
        <translation>
            <numerusform>合并 %Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Replacing in %Ln entries</source>
        <translation>
            <numerusform>在 %Ln 个条目中替换</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving of %Ln entries to another bank</source>
        <translation>
            <numerusform>将 %Ln 个条目移动到另一个记忆库</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cleaning up: %Ln entries</source>
        <translation>
            <numerusform>清理：%Ln 个条目</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Making room: %Ln entries</source>
        <translation>
            <numerusform>腾出空间：%Ln 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>A backup was restored</source>
        <translation>恢复了一个备份</translation>
    </message>
    <message>
        <source>New order</source>
        <translation>新的顺序</translation>
    </message>
    <message>
        <source>Acceptance of a suggestion</source>
        <translation>接受一条建议</translation>
    </message>
    <message>
        <source>Rejection of a suggestion</source>
        <translation>拒绝一条建议</translation>
    </message>
    <message>
        <source>New: {entry}</source>
        <translation>新建：{entry}</translation>
    </message>
    <message>
        <source>Change of {entry}: {fields}</source>
        <translation>修改 {entry}：{fields}</translation>
    </message>
    <message>
        <source>Deletion of {entry}</source>
        <translation>删除 {entry}</translation>
    </message>
    <message>
        <source>Restoring of {entry}</source>
        <translation>恢复 {entry}</translation>
    </message>
    <message>
        <source>Deletion forever of {entry}</source>
        <translation>永久删除 {entry}</translation>
    </message>
    <message>
        <source>Changed: {fields}</source>
        <translation>修改：{fields}</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Moved to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Restored</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Deleted forever</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Change of your profile: {fields}</source>
        <translation>修改个人资料：{fields}</translation>
    </message>
    <message>
        <source>Preset “{name}”</source>
        <translation>预设“{name}”</translation>
    </message>
    <message>
        <source>Settings of the host “{name}”</source>
        <translation>宿主“{name}”的设置</translation>
    </message>
    <message>
        <source>Preset of the role “{name}”</source>
        <translation>角色“{name}”的预设</translation>
    </message>
    <message>
        <source>Answer to the suggestion {name}</source>
        <translation>对建议 {name} 的答复</translation>
    </message>
    <message>
        <source>Is no secret</source>
        <translation>不是机密</translation>
    </message>
    <message>
        <source>Never sent to</source>
        <translation>从不发送给</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答复</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>已接受</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>已拒绝</translation>
    </message>
</context>
<context>
    <name>HistorySection</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
</context>
<context>
    <name>HistoryTable</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>操作者</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>HistoryView</name>
    <message>
        <source>Bring the old back</source>
        <translation>还原旧内容</translation>
    </message>
    <message>
        <source>Undo this one change; what came after it stays. Ctrl+Z takes that back.</source>
        <translation>只撤销这一项更改，其后的更改保留。按 Ctrl+Z 可撤回。</translation>
    </message>
    <message>
        <source>Show the entry</source>
        <translation>显示条目</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>The old is back. Ctrl+Z takes that back.</source>
        <translation>已还原旧内容。按 Ctrl+Z 可撤回。</translation>
    </message>
</context>
<context>
    <name>HistoryWindow</name>
    <message>
        <source>History — {bank}</source>
        <translation>历史 — {bank}</translation>
    </message>
    <message>
        <source>Everyone</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部内容</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>&amp;Who:</source>
        <translation>操作者(&amp;W)：</translation>
    </message>
    <message>
        <source>W&amp;hat:</source>
        <translation>内容(&amp;H)：</translation>
    </message>
</context>
<context>
    <name>HostBlocks</name>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Sess&amp;ion</source>
        <translation>会话(&amp;I)</translation>
    </message>
    <message>
        <source>The block as it was given</source>
        <translation>当时给出的记忆块</translation>
    </message>
    <message>
        <source>What changes in its next session</source>
        <translation>下一次会话的变化</translation>
    </message>
    <message>
        <source>No session of it has a frozen block. It gets one with its first request that names a session; below is what that would be.</source>
        <translation>它还没有带冻结记忆块的会话。第一次带会话的请求会得到一个；“下次会话”中显示其内容。</translation>
    </message>
    <message>
        <source>Nothing was given yet.</source>
        <translation>尚未给出任何内容。</translation>
    </message>
    <message>
        <source>Given {moment} · preset {preset} · characters: {chars}</source>
        <translation>给出于 {moment} · 预设 {preset} · 字符数：{chars}</translation>
    </message>
    <message>
        <source>Nothing changes: its next session gets the very same bytes.</source>
        <translation>没有变化：下一次会话得到完全相同的字节。</translation>
    </message>
</context>
<context>
    <name>HostLog</name>
    <message>
        <source>Entries of the call</source>
        <translation>该次调用的条目</translation>
    </message>
    <message>
        <source>What it fetched and wrote</source>
        <translation>它读取和写入的内容</translation>
    </message>
    <message>
        <source>It has not called yet.</source>
        <translation>它还没有调用过。</translation>
    </message>
    <message>
        <source>No entries went out or came in with this call.</source>
        <translation>这次调用没有读取或写入条目。</translation>
    </message>
    <message>
        <source>Entries: {count}</source>
        <translation>条目：{count}</translation>
    </message>
    <message>
        <source>Entries: {count}, of which deleted since: {gone}</source>
        <translation>条目：{count}，其中后来已删除：{gone}</translation>
    </message>
</context>
<context>
    <name>HostRoles</name>
    <message>
        <source>A host can name a role it plays. A role&apos;s preset wins over the preset of its host.</source>
        <translation>宿主可以说明它扮演的角色。角色的预设优先于宿主的预设。</translation>
    </message>
    <message>
        <source>Another role…</source>
        <translation>其他角色…</translation>
    </message>
    <message>
        <source>No entry has a role of its own yet.</source>
        <translation>还没有条目属于某个角色。</translation>
    </message>
    <message>
        <source>As its host</source>
        <translation>与宿主相同</translation>
    </message>
    <message>
        <source>Preset of the role {role}</source>
        <translation>角色 {role} 的预设</translation>
    </message>
    <message>
        <source>Another role</source>
        <translation>其他角色</translation>
    </message>
    <message>
        <source>Name of the role:</source>
        <translation>角色名称：</translation>
    </message>
</context>
<context>
    <name>Hosts</name>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Write to review</source>
        <translation>写入需审阅</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>已屏蔽</translation>
    </message>
    <message>
        <source>It reads, and what it writes is stored at once.</source>
        <translation>可以读取，写入的内容立即保存。</translation>
    </message>
    <message>
        <source>It reads. What it wants to write waits in Review for you.</source>
        <translation>可以读取。想写入的内容在“审阅”中等您决定。</translation>
    </message>
    <message>
        <source>It reads. What it wants to write is refused.</source>
        <translation>可以读取。想写入的内容会被拒绝。</translation>
    </message>
    <message>
        <source>It gets nothing and can write nothing.</source>
        <translation>什么也得不到，也不能写入。</translation>
    </message>
    <message>
        <source>Not chosen (default)</source>
        <translation>未选择 (default)</translation>
    </message>
    <message>
        <source>Said hello</source>
        <translation>打招呼</translation>
    </message>
    <message>
        <source>Fetched its block</source>
        <translation>读取记忆块</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>回忆</translation>
    </message>
    <message>
        <source>Listed</source>
        <translation>列出</translation>
    </message>
    <message>
        <source>Wrote a memory</source>
        <translation>写入一条记忆</translation>
    </message>
    <message>
        <source>Changed something</source>
        <translation>更改内容</translation>
    </message>
    <message>
        <source>Forgot something</source>
        <translation>遗忘内容</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Listed transcripts</source>
        <translation>列出对话记录</translation>
    </message>
    <message>
        <source>Read a transcript</source>
        <translation>读取对话记录</translation>
    </message>
    <message>
        <source>Asked to hear of changes</source>
        <translation>订阅变更</translation>
    </message>
    <message>
        <source>Asked whether to consolidate</source>
        <translation>询问是否该整理</translation>
    </message>
    <message>
        <source>{number} ms</source>
        <translation>{number} 毫秒</translation>
    </message>
</context>
<context>
    <name>HostsPage</name>
    <message>
        <source>Hosts</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>About the host</source>
        <translation>关于该宿主</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>做过什么</translation>
    </message>
    <message>
        <source>Its block</source>
        <translation>它的记忆块</translation>
    </message>
    <message>
        <source>Next session</source>
        <translation>下次会话</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>What it fetched and wrote, and when</source>
        <translation>它何时读取和写入了什么</translation>
    </message>
    <message>
        <source>The block it was last given, to the letter</source>
        <translation>它最近得到的记忆块，一字不差</translation>
    </message>
    <message>
        <source>What changes in its next session</source>
        <translation>下一次会话的变化</translation>
    </message>
    <message>
        <source>No host knows memdesk yet</source>
        <translation>还没有宿主认识 memdesk</translation>
    </message>
    <message>
        <source>Connect a chat program: it gets the block at the start of each conversation, and tools to remember and recall.</source>
        <translation>连接一个聊天程序：每次对话开始时它会得到记忆块，并有记忆和回忆的工具。</translation>
    </message>
    <message>
        <source>Connect a host…</source>
        <translation>连接宿主…</translation>
    </message>
    <message>
        <source>Disconnect…</source>
        <translation>断开…</translation>
    </message>
    <message>
        <source>Disconnect all…</source>
        <translation>全部断开…</translation>
    </message>
    <message>
        <source>What the host may do</source>
        <translation>该宿主的权限</translation>
    </message>
    <message>
        <source>Preset of the host</source>
        <translation>该宿主的预设</translation>
    </message>
    <message>
        <source>&amp;May</source>
        <translation>权限(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Gets the preset</source>
        <translation>使用预设(&amp;G)</translation>
    </message>
    <message>
        <source>It is set up on this machine.</source>
        <translation>已在本机设置。</translation>
    </message>
    <message>
        <source>It is not set up on this machine.</source>
        <translation>未在本机设置。</translation>
    </message>
    <message>
        <source>{host} has new settings. Ctrl+Z takes it back.</source>
        <translation>{host} 的设置已更改。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>The role {role} has new settings. Ctrl+Z takes it back.</source>
        <translation>角色 {role} 的设置已更改。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>{host} no longer uses memdesk once it is started anew.</source>
        <translation>{host} 重新启动后不再使用 memdesk。</translation>
    </message>
    <message>
        <source>{host} uses memdesk from its next start on.</source>
        <translation>{host} 下次启动后开始使用 memdesk。</translation>
    </message>
</context>
<context>
    <name>HostsTable</name>
    <message>
        <source>Host</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>May</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近一次</translation>
    </message>
    <message>
        <source>{host} is set up on this machine</source>
        <translation>{host} 已在本机设置</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>添加文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>添加文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Looking for memories of other programs here…</source>
        <translation>正在这台电脑上查找其他程序的记忆…</translation>
    </message>
    <message>
        <source>Bring what you have</source>
        <translation>把已有的记忆带进来</translation>
    </message>
    <message>
        <source>Drop files, folders or downloaded archives here, or add them. You see what they hold before anything is taken in.</source>
        <translation>把文件、文件夹或下载的压缩包拖到这里，或者添加它们。导入之前您会先看到里面有什么。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>Every workspace</source>
        <translation>所有工作区</translation>
    </message>
    <message>
        <source>Every role</source>
        <translation>所有角色</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Take:</source>
        <translation>导入：</translation>
    </message>
    <message>
        <source>New entries without a &amp;workspace get:</source>
        <translation>没有工作区的新条目归入(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Role:</source>
        <translation>角色(&amp;R)：</translation>
    </message>
    <message>
        <source>The files are not changed. Ctrl+Z takes the import back.</source>
        <translation>原文件不会改动。按 Ctrl+Z 可撤销导入。</translation>
    </message>
    <message>
        <source>Reading {file}…</source>
        <translation>正在读取 {file}…</translation>
    </message>
    <message>
        <source>&amp;Import {count}</source>
        <translation>导入 {count} 条(&amp;I)</translation>
    </message>
    <message>
        <source>Importing…</source>
        <translation>正在导入…</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <source>In these files there is nothing that memdesk can take.</source>
        <translation>这些文件中没有 memdesk 可以导入的内容。</translation>
    </message>
    <message>
        <source>Format: {format}</source>
        <translation>格式：{format}</translation>
    </message>
    <message>
        <source>It holds {what}.</source>
        <translation>其中有{what}。</translation>
    </message>
    <message>
        <source>New here: {count}</source>
        <translation>新增：{count}</translation>
    </message>
    <message>
        <source>Newer than here: {count}</source>
        <translation>比这里更新：{count}</translation>
    </message>
    <message>
        <source>Here already, and kept: {count}</source>
        <translation>已存在并保留：{count}</translation>
    </message>
    <message>
        <source>There is nothing new in it.</source>
        <translation>其中没有新内容。</translation>
    </message>
    <message>
        <source>Memories (*.json *.jsonl *.ndjson *.md *.csv *.zip *.gz *.db *.sqlite *.af);;All files (*)</source>
        <translation>记忆 (*.json *.jsonl *.ndjson *.md *.csv *.zip *.gz *.db *.sqlite *.af);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Can&apos;t be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Can&apos;t be taken: {count}</source>
        <translation>无法导入：{count}</translation>
    </message>
    <message>
        <source>Nothing to take</source>
        <translation>没有可导入的内容</translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message>
        <source>&lt; 1%</source>
        <translation>不到 1%</translation>
    </message>
    <message>
        <source>{number}%</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source>{part} of {whole}</source>
        <translation>{part} / {whole}</translation>
    </message>
    <message numerus="yes">
        <source>≤ %Ln days</source>
        <translation>
            <numerusform>≤ %Ln 天</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&gt; %Ln days</source>
        <translation>
            <numerusform>&gt; %Ln 天</numerusform>
        </translation>
    </message>
    <message>
        <source>Unnamed</source>
        <translation>未具名</translation>
    </message>
    <message>
        <source>Private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>令牌</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
</context>
<context>
    <name>InsightsPage</name>
    <message>
        <source>The current block</source>
        <translation>当前记忆块</translation>
    </message>
    <message>
        <source>Never recalled</source>
        <translation>从未回忆过</translation>
    </message>
    <message>
        <source>Age and relevance</source>
        <translation>时间与相关度</translation>
    </message>
    <message>
        <source>Fetches by host and day</source>
        <translation>各宿主每日读取</translation>
    </message>
    <message>
        <source>Duplicates</source>
        <translation>重复条目</translation>
    </message>
    <message>
        <source>Secrets found</source>
        <translation>发现的机密</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>What was fetched then is not here any more.</source>
        <translation>当时读取的条目已不在这里。</translation>
    </message>
</context>
<context>
    <name>Likes</name>
    <message>
        <source>Open this one instead</source>
        <translation>改为打开这一条</translation>
    </message>
    <message>
        <source>Like: {title}   (Alt+{number})</source>
        <translation>相似：{title}   (Alt+{number})</translation>
    </message>
</context>
<context>
    <name>LimitField</name>
    <message>
        <source>0 (hidden)</source>
        <translation>0（隐藏）</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
</context>
<context>
    <name>ListField</name>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>LogTable</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
</context>
<context>
    <name>LookAlikesRow</name>
    <message>
        <source>Resembles:</source>
        <translation>类似的记忆：</translation>
    </message>
    <message>
        <source>Open {entry}</source>
        <translation>打开 {entry}</translation>
    </message>
    <message>
        <source>Merge into it</source>
        <translation>并入其中</translation>
    </message>
    <message>
        <source>Add this text to “{entry}”, and move this memory to the trash</source>
        <translation>将此内容加到“{entry}”，并把这条记忆移到回收站</translation>
    </message>
</context>
<context>
    <name>LookPane</name>
    <message>
        <source>Read as</source>
        <translation>读取格式</translation>
    </message>
    <message>
        <source>Find out the format</source>
        <translation>自动识别格式</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>What the entry would bring</source>
        <translation>该条目会带来的内容</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>全部勾选(&amp;A)</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>全不勾选(&amp;N)</translation>
    </message>
    <message>
        <source>Can&apos;t be taken</source>
        <translation>无法导入</translation>
    </message>
    <message>
        <source>Added to your profile</source>
        <translation>将加入个人资料</translation>
    </message>
    <message>
        <source>What it holds</source>
        <translation>其中的内容</translation>
    </message>
    <message>
        <source>R&amp;ead as:</source>
        <translation>读取格式(&amp;E)：</translation>
    </message>
    <message>
        <source>Entries: {count}</source>
        <translation>条目：{count}</translation>
    </message>
    <message>
        <source>The first {shown} are shown; the others are taken too.</source>
        <translation>只显示前 {shown} 条，其余的也会导入。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>……另有 {count} 条</translation>
    </message>
    <message>
        <source>Can&apos;t be taken: {count}</source>
        <translation>无法导入：{count}</translation>
    </message>
    <message>
        <source>It is here already, the same.</source>
        <translation>这里已有，内容相同。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Live &amp;preview</source>
        <translation>实时预览(&amp;P)</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Open this address in the browser?
{address}</source>
        <translation>要在浏览器中打开这个地址吗？
{address}</translation>
    </message>
    <message>
        <source>Open a link</source>
        <translation>打开链接</translation>
    </message>
</context>
<context>
    <name>Members</name>
    <message>
        <source>Entries of the group</source>
        <translation>组内条目</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>可见范围</translation>
    </message>
    <message>
        <source>{title} — stays</source>
        <translation>{title} — 保留</translation>
    </message>
</context>
<context>
    <name>MemoryEditor</name>
    <message>
        <source>Content as a reader sees it</source>
        <translation>读者看到的内容</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>编写</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Not a constraint</source>
        <translation>不是约束</translation>
    </message>
    <message>
        <source>Make a constraint</source>
        <translation>设为约束</translation>
    </message>
    <message>
        <source>Merged. Ctrl+Z takes it back.</source>
        <translation>已合并。按 Ctrl+Z 可撤销。</translation>
    </message>
</context>
<context>
    <name>MirrorsDialog</name>
    <message>
        <source>Mirrors</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>For a host that only reads a file: memdesk keeps the file equal to what it remembers, with secrets replaced. What others write into it is not overwritten.</source>
        <translation>用于只会读文件的宿主：memdesk 让文件与它记住的内容保持一致，密钥会被替换。其他程序写入的内容不会被覆盖。</translation>
    </message>
    <message>
        <source>No mirror yet</source>
        <translation>还没有镜像</translation>
    </message>
    <message>
        <source>Choose below what the file holds, for whom, and where it lies.</source>
        <translation>请在下方选择文件的内容、使用者和位置。</translation>
    </message>
    <message>
        <source>&amp;Import what others wrote…</source>
        <translation>导入他人写入的内容(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Overwrite</source>
        <translation>覆盖(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Stop mirroring</source>
        <translation>停止镜像(&amp;S)</translation>
    </message>
    <message>
        <source>Any host</source>
        <translation>任何宿主</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>No role</source>
        <translation>无角色</translation>
    </message>
    <message>
        <source>Choose &amp;file…</source>
        <translation>选择文件(&amp;F)…</translation>
    </message>
    <message>
        <source>New mirror</source>
        <translation>新建镜像</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>内容(&amp;W)：</translation>
    </message>
    <message>
        <source>For the &amp;host:</source>
        <translation>用于宿主(&amp;H)：</translation>
    </message>
    <message>
        <source>Wor&amp;kspace:</source>
        <translation>工作区(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Role:</source>
        <translation>角色(&amp;R)：</translation>
    </message>
    <message>
        <source>gameassist&apos;s memory.json</source>
        <translation>gameassist 的 memory.json</translation>
    </message>
    <message>
        <source>A section of AGENTS.md or CLAUDE.md</source>
        <translation>AGENTS.md 或 CLAUDE.md 中的一节</translation>
    </message>
    <message>
        <source>A rules file of Cursor</source>
        <translation>Cursor 的规则文件</translation>
    </message>
    <message>
        <source>Equal to the bank</source>
        <translation>与记忆库一致</translation>
    </message>
    <message>
        <source>Others have written into it: not overwritten</source>
        <translation>已被其他程序修改：未覆盖</translation>
    </message>
</context>
<context>
    <name>MoveDialog</name>
    <message>
        <source>Move to another bank</source>
        <translation>移动到另一个记忆库</translation>
    </message>
    <message>
        <source>Copy to another bank</source>
        <translation>复制到另一个记忆库</translation>
    </message>
    <message>
        <source>Selected entries: {count}</source>
        <translation>所选条目：{count}</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>记忆库</translation>
    </message>
    <message>
        <source>Choose a bank…</source>
        <translation>选择一个记忆库…</translation>
    </message>
    <message>
        <source>&amp;Other bank…</source>
        <translation>其他记忆库(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;New bank…</source>
        <translation>新建记忆库(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Leave them out</source>
        <translation>跳过它们(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Keep both, under a new id</source>
        <translation>两者都保留，用新的 id(&amp;K)</translation>
    </message>
    <message>
        <source>They keep their authors and times. Here they go to the trash once they have arrived whole; Ctrl+Z brings them back.</source>
        <translation>作者和时间保持不变。确认完整到达后，这里的条目移到回收站；Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>They keep their authors and times.</source>
        <translation>作者和时间保持不变。</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>&amp;Into:</source>
        <translation>目标(&amp;I)：</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>New there: {count}</source>
        <translation>那里没有的：{count}</translation>
    </message>
    <message>
        <source>There already, the same: {count}</source>
        <translation>那里已有且相同的：{count}</translation>
    </message>
    <message>
        <source>Their id belongs to another entry there: {count}</source>
        <translation>id 在那里属于别的条目：{count}</translation>
    </message>
    <message>
        <source>Moving…</source>
        <translation>正在移动…</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>正在复制…</translation>
    </message>
    <message>
        <source>Moved to {bank}: {count}. Ctrl+Z brings them back here.</source>
        <translation>已移动到 {bank}：{count} 条。Ctrl+Z 可在这里恢复。</translation>
    </message>
    <message>
        <source>Copied to {bank}: {count}.</source>
        <translation>已复制到 {bank}：{count} 条。</translation>
    </message>
    <message>
        <source>Left out: {count}.</source>
        <translation>跳过：{count} 条。</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>NoEntries</name>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No entry fits the filter.</source>
        <translation>没有符合筛选条件的条目。</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>No memories yet</source>
        <translation>还没有记忆</translation>
    </message>
    <message>
        <source>What your assistants should remember: decisions, preferences, facts.</source>
        <translation>助手应当记住的内容：决定、偏好、事实。</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>新建记忆</translation>
    </message>
    <message>
        <source>No tasks yet</source>
        <translation>还没有任务</translation>
    </message>
    <message>
        <source>What you are working on, so that an assistant knows where you are.</source>
        <translation>您正在做的事，让助手知道进展到哪里。</translation>
    </message>
    <message>
        <source>New task</source>
        <translation>新建任务</translation>
    </message>
    <message>
        <source>No works yet</source>
        <translation>还没有作品</translation>
    </message>
    <message>
        <source>Your past and running projects, a line each.</source>
        <translation>您做过和正在做的项目，每个一行。</translation>
    </message>
    <message>
        <source>New work</source>
        <translation>新建作品</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Suggestions</source>
        <translation>提示</translation>
    </message>
</context>
<context>
    <name>OmittedList</name>
    <message>
        <source>Left out</source>
        <translation>未放入</translation>
    </message>
    <message>
        <source>Left out: {count}</source>
        <translation>未放入：{count}</translation>
    </message>
    <message>
        <source>{beginning} — this constraint is cut at {most} characters</source>
        <translation>{beginning} — 此约束在 {most} 个字符处截断</translation>
    </message>
    <message>
        <source>Constraints cut: {count}</source>
        <translation>被截断的约束：{count}</translation>
    </message>
    <message>
        <source>… and {count} more of lower rank</source>
        <translation>……以及排序更低的 {count} 条</translation>
    </message>
</context>
<context>
    <name>OrderField</name>
    <message>
        <source>Drag to reorder, or Alt+Up and Alt+Down. Space shows and hides.</source>
        <translation>拖动可调整顺序，也可用 Alt+Up 和 Alt+Down；空格键显示或隐藏。</translation>
    </message>
</context>
<context>
    <name>OwnWordsField</name>
    <message>
        <source>memdesk&apos;s words</source>
        <translation>memdesk 的文字</translation>
    </message>
    <message>
        <source>Own words</source>
        <translation>自己的文字</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不放文字</translation>
    </message>
    <message>
        <source>{name}: own words</source>
        <translation>{name}：自己的文字</translation>
    </message>
</context>
<context>
    <name>Places</name>
    <message>
        <source>{entry}, {field}: “{old}” becomes “{new}”</source>
        <translation>{entry}，{field}：“{old}”变为“{new}”</translation>
    </message>
</context>
<context>
    <name>PresetForm</name>
    <message>
        <source>What goes in</source>
        <translation>放入什么</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Sections, in order</source>
        <translation>各部分及其顺序</translation>
    </message>
    <message>
        <source>Categories of memories</source>
        <translation>记忆的类别</translation>
    </message>
    <message>
        <source>Least relevance</source>
        <translation>最低相关度</translation>
    </message>
    <message>
        <source>Workspace and role</source>
        <translation>工作区和角色</translation>
    </message>
    <message>
        <source>Workspace only</source>
        <translation>仅工作区</translation>
    </message>
    <message>
        <source>Role only</source>
        <translation>仅角色</translation>
    </message>
    <message>
        <source>Entries by</source>
        <translation>条目按</translation>
    </message>
    <message>
        <source>Hide tasks that are</source>
        <translation>隐藏的任务状态</translation>
    </message>
    <message>
        <source>How it is written</source>
        <translation>怎样书写</translation>
    </message>
    <message>
        <source>Stays the same</source>
        <translation>保持不变</translation>
    </message>
    <message>
        <source>Made anew each time</source>
        <translation>每次重新生成</translation>
    </message>
    <message>
        <source>During a session</source>
        <translation>在会话期间</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Language of fixed words</source>
        <translation>固定文字的语言</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Full content</source>
        <translation>全文</translation>
    </message>
    <message>
        <source>A memory shows its</source>
        <translation>记忆显示</translation>
    </message>
    <message>
        <source>How much</source>
        <translation>放入多少</translation>
    </message>
    <message>
        <source>Budget in characters</source>
        <translation>预算（字符）</translation>
    </message>
    <message>
        <source>Most memories</source>
        <translation>最多记忆数</translation>
    </message>
    <message>
        <source>Characters of a constraint</source>
        <translation>约束的字符数</translation>
    </message>
    <message>
        <source>Characters of a content</source>
        <translation>正文的字符数</translation>
    </message>
    <message>
        <source>Characters of a task&apos;s notes</source>
        <translation>任务备注的字符数</translation>
    </message>
    <message>
        <source>Characters of a work&apos;s summary</source>
        <translation>作品简介的字符数</translation>
    </message>
    <message>
        <source>Words around it</source>
        <translation>前后的话</translation>
    </message>
    <message>
        <source>Before, in {language}</source>
        <translation>之前，{language}</translation>
    </message>
    <message>
        <source>After, in {language}</source>
        <translation>之后，{language}</translation>
    </message>
</context>
<context>
    <name>PresetPanel</name>
    <message>
        <source>Name of the preset</source>
        <translation>预设的名称</translation>
    </message>
    <message>
        <source>N&amp;ame</source>
        <translation>名称(&amp;A)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Store the preset in the bank</source>
        <translation>把预设存入记忆库</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Back to the preset as it is stored</source>
        <translation>恢复为已保存的预设</translation>
    </message>
    <message>
        <source>Use for</source>
        <translation>用于</translation>
    </message>
    <message>
        <source>Choose it for hosts and roles</source>
        <translation>为宿主和角色选用它</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete this preset of your own</source>
        <translation>删除您自己的这个预设</translation>
    </message>
    <message>
        <source>A copy of “{name}”, not saved yet. Hosts get it once it is.</source>
        <translation>“{name}”的副本，尚未保存。保存后宿主才会得到它。</translation>
    </message>
    <message>
        <source>Changed, not saved yet. Hosts get it once it is.</source>
        <translation>已修改，尚未保存。保存后宿主才会得到它。</translation>
    </message>
    <message>
        <source>Comes with memdesk and stays as it is: a change makes a copy of yours.</source>
        <translation>memdesk 自带，保持不变：修改会生成您自己的副本。</translation>
    </message>
    <message>
        <source>Your own. No host or role uses it yet.</source>
        <translation>您自己的预设。还没有宿主或角色使用它。</translation>
    </message>
    <message>
        <source>Your own. Used by: {names}</source>
        <translation>您自己的预设。使用者：{names}</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>{name} (my own)</source>
        <translation>{name}（我的）</translation>
    </message>
    <message>
        <source>The preset “{name}” is saved.</source>
        <translation>预设“{name}”已保存。</translation>
    </message>
    <message>
        <source>The preset “{name}” is deleted. Ctrl+Z brings it back.</source>
        <translation>预设“{name}”已删除。按 Ctrl+Z 可恢复。</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Runtime</source>
        <translation>运行时</translation>
    </message>
    <message>
        <source>Tail</source>
        <translation>末尾</translation>
    </message>
    <message>
        <source>What the host puts early into its system prompt</source>
        <translation>宿主放在系统提示词靠前位置的内容</translation>
    </message>
    <message>
        <source>The constraints once more, sent with every turn</source>
        <translation>再次列出约束，每轮都发送</translation>
    </message>
    <message>
        <source>One reminder at the end of the system prompt</source>
        <translation>系统提示词末尾的一句提醒</translation>
    </message>
    <message>
        <source>Must follow</source>
        <translation>必须遵守</translation>
    </message>
    <message>
        <source>About the user</source>
        <translation>关于用户</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>作品</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>the budget is used up</source>
        <translation>预算已用完</translation>
    </message>
    <message>
        <source>over the host&apos;s hard limit</source>
        <translation>超出宿主的硬性上限</translation>
    </message>
    <message>
        <source>more memories than the preset injects</source>
        <translation>超过预设注入的记忆条数</translation>
    </message>
    <message>
        <source>below the preset&apos;s least relevance</source>
        <translation>低于预设的最低相关度</translation>
    </message>
    <message>
        <source>its category is not injected</source>
        <translation>其类别不注入</translation>
    </message>
    <message>
        <source>its status is hidden</source>
        <translation>其状态被隐藏</translation>
    </message>
    <message>
        <source>never sent to this host</source>
        <translation>从不发送给该宿主</translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters</source>
        <translation>
            <numerusform>%Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>≈ %Ln tokens</source>
        <translation>
            <numerusform>≈ %Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>What a new session would get otherwise than one of before</source>
        <translation>新会话与以前的会话会有哪些不同</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy layer</source>
        <translation>复制本层</translation>
    </message>
    <message>
        <source>Copy exactly what the host gets of this layer</source>
        <translation>一字不差地复制宿主得到的这一层</translation>
    </message>
    <message>
        <source>The preset “{preset}” does not give this layer.</source>
        <translation>预设“{preset}”不提供这一层。</translation>
    </message>
    <message>
        <source>The bank has nothing to say here yet. A host gets an empty text.</source>
        <translation>记忆库在这里还无话可说，宿主得到的是空文本。</translation>
    </message>
    <message>
        <source>No constraint is visible here, so a host gets an empty text.</source>
        <translation>这里没有可见的约束，宿主得到的是空文本。</translation>
    </message>
</context>
<context>
    <name>PreviewChoices</name>
    <message>
        <source>Hos&amp;t</source>
        <translation>宿主(&amp;T)</translation>
    </message>
    <message>
        <source>R&amp;ole</source>
        <translation>角色(&amp;O)</translation>
    </message>
    <message>
        <source>Wor&amp;kspace</source>
        <translation>工作区(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Show the settings of the preset and change them</source>
        <translation>显示并修改预设的设置</translation>
    </message>
    <message>
        <source>Settings of the preset</source>
        <translation>预设的设置</translation>
    </message>
    <message>
        <source>Any host</source>
        <translation>任何宿主</translation>
    </message>
    <message>
        <source>No role</source>
        <translation>无角色</translation>
    </message>
    <message>
        <source>No workspace</source>
        <translation>无工作区</translation>
    </message>
    <message>
        <source>As host ({preset})</source>
        <translation>随宿主（{preset}）</translation>
    </message>
    <message>
        <source>As preset ({language})</source>
        <translation>随预设（{language}）</translation>
    </message>
</context>
<context>
    <name>PreviewDock</name>
    <message>
        <source>Live preview</source>
        <translation>实时预览</translation>
    </message>
</context>
<context>
    <name>ProfileEditor</name>
    <message>
        <source>Add an interest</source>
        <translation>添加兴趣</translation>
    </message>
    <message>
        <source>Add a preference</source>
        <translation>添加喜好</translation>
    </message>
</context>
<context>
    <name>ProfilePage</name>
    <message>
        <source>What every assistant may know about you. Drag to reorder.</source>
        <translation>每个助手都可以知道的关于您的事。拖动可调整顺序。</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>个人资料</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Understood</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>The settings can&apos;t be saved: {reason}</source>
        <translation>无法保存设置：{reason}</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Drive</source>
        <translation>驱动器</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找范围(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>QuickAddPopup</name>
    <message>
        <source>Quick add</source>
        <translation>快速添加</translation>
    </message>
    <message>
        <source>Remember…   #tag  !high  @workspace  task:  must:</source>
        <translation>要记住什么…   #标签  !高  @工作区  任务：  必须：</translation>
    </message>
    <message>
        <source>What to remember</source>
        <translation>要记住的内容</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Enter saves · Ctrl+Enter saves and stays · Esc closes</source>
        <translation>Enter 保存 · Ctrl+Enter 保存并继续 · Esc 关闭</translation>
    </message>
    <message>
        <source>Must follow</source>
        <translation>必须遵守</translation>
    </message>
    <message>
        <source>This looks like a secret: hosts will get it blacked out.</source>
        <translation>这看起来像机密信息：宿主得到的会是遮盖后的内容。</translation>
    </message>
    <message>
        <source>There is nothing to save yet.</source>
        <translation>还没有可保存的内容。</translation>
    </message>
    <message>
        <source>Saved: {title}</source>
        <translation>已保存：{title}</translation>
    </message>
    <message>
        <source>Taken back.</source>
        <translation>已撤销。</translation>
    </message>
</context>
<context>
    <name>RecallCard</name>
    <message>
        <source>recalled</source>
        <translation>回忆过</translation>
    </message>
    <message>
        <source>never recalled</source>
        <translation>从未回忆过</translation>
    </message>
    <message>
        <source>Never recalled</source>
        <translation>从未回忆过</translation>
    </message>
    <message>
        <source>{group}: {part} never recalled</source>
        <translation>{group}：{part} 从未回忆过</translation>
    </message>
    <message>
        <source>Never recalled by a host: {part} ({share}).</source>
        <translation>从未被宿主回忆过：{part}（{share}）。</translation>
    </message>
    <message>
        <source>There are no entries yet.</source>
        <translation>还没有条目。</translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message>
        <source>Changes your profile</source>
        <translation>更改您的个人资料</translation>
    </message>
    <message>
        <source>New memory: {title}</source>
        <translation>新记忆：{title}</translation>
    </message>
    <message>
        <source>New task: {title}</source>
        <translation>新任务：{title}</translation>
    </message>
    <message>
        <source>New work: {title}</source>
        <translation>新作品：{title}</translation>
    </message>
    <message>
        <source>Changes the memory {title}</source>
        <translation>更改记忆 {title}</translation>
    </message>
    <message>
        <source>Changes the task {title}</source>
        <translation>更改任务 {title}</translation>
    </message>
    <message>
        <source>Changes the work {title}</source>
        <translation>更改作品 {title}</translation>
    </message>
    <message>
        <source>Forgets {title}</source>
        <translation>遗忘 {title}</translation>
    </message>
    <message>
        <source>Removes the task {title}</source>
        <translation>移除任务 {title}</translation>
    </message>
    <message>
        <source>Removes the work {title}</source>
        <translation>移除作品 {title}</translation>
    </message>
    <message>
        <source>“{title}” ({percent}% alike, says the same)</source>
        <translation>“{title}”（{percent}% 相似，说的一样）</translation>
    </message>
    <message>
        <source>“{title}” ({percent}% alike, is contradicted)</source>
        <translation>“{title}”（{percent}% 相似，被它反驳）</translation>
    </message>
    <message>
        <source>“{title}” ({percent}% alike, is brought up to date)</source>
        <translation>“{title}”（{percent}% 相似，被它更新）</translation>
    </message>
    <message>
        <source>“{title}” ({percent}% alike)</source>
        <translation>“{title}”（相似 {percent}%）</translation>
    </message>
    <message>
        <source>session {session}</source>
        <translation>会话 {session}</translation>
    </message>
</context>
<context>
    <name>ReviewAnswers</name>
    <message>
        <source>Edit and accept</source>
        <translation>编辑并接受</translation>
    </message>
    <message>
        <source>Merge into “{title}”</source>
        <translation>合并到“{title}”</translation>
    </message>
    <message>
        <source>Merged into {title}. Ctrl+Z takes it back.</source>
        <translation>已合并到 {title}。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Rejected: {what}. Ctrl+Z takes it back.</source>
        <translation>已拒绝：{what}。Ctrl+Z 可撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Accept all %Ln suggestions of {host}?</source>
        <translation>
            <numerusform>接受 {host} 的全部 %Ln 条建议？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Accepting %Ln suggestions…</source>
        <translation>
            <numerusform>正在接受 %Ln 条建议…</numerusform>
        </translation>
    </message>
    <message>
        <source>Accepted: {count}. Ctrl+Z takes it back.</source>
        <translation>已接受：{count} 条。Ctrl+Z 可撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Reject all %Ln suggestions of {host}?</source>
        <translation>
            <numerusform>拒绝 {host} 的全部 %Ln 条建议？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejecting %Ln suggestions…</source>
        <translation>
            <numerusform>正在拒绝 %Ln 条建议…</numerusform>
        </translation>
    </message>
    <message>
        <source>Rejected: {count}. Ctrl+Z takes it back.</source>
        <translation>已拒绝：{count} 条。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Accepted: {what}. Ctrl+Z takes it back.</source>
        <translation>已接受：{what}。Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>All of {host}</source>
        <translation>{host} 的全部</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is one step: Ctrl+Z takes it back.</source>
        <translation>这是一步：Ctrl+Z 可撤销。</translation>
    </message>
    <message>
        <source>Merge into…</source>
        <translation>合并到…</translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有等待您的内容</translation>
    </message>
    <message>
        <source>When a host is set to “write to review”, what it wants to write comes here first, and you decide.</source>
        <translation>把宿主设为“写入需审阅”后，它想写入的内容会先到这里，由您决定。</translation>
    </message>
    <message>
        <source>Choose the hosts…</source>
        <translation>选择宿主…</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Edit and accept…</source>
        <translation>编辑并接受…</translation>
    </message>
    <message>
        <source>Merge into…</source>
        <translation>合并到…</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>All of this host</source>
        <translation>该宿主的全部</translation>
    </message>
    <message>
        <source>Accept all</source>
        <translation>全部接受</translation>
    </message>
    <message>
        <source>Reject all</source>
        <translation>全部拒绝</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>审阅</translation>
    </message>
    <message>
        <source>All of {host}: {count}</source>
        <translation>{host} 的全部：{count}</translation>
    </message>
</context>
<context>
    <name>ReviewTable</name>
    <message>
        <source>Suggestion</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>宿主</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>ReviewView</name>
    <message>
        <source>Compared with</source>
        <translation>对照</translation>
    </message>
    <message>
        <source>Show the entry</source>
        <translation>显示条目</translation>
    </message>
    <message>
        <source>This can&apos;t be accepted: {reason}</source>
        <translation>无法接受：{reason}</translation>
    </message>
    <message>
        <source>It changes nothing: everything is so already.</source>
        <translation>没有变化：内容已经如此。</translation>
    </message>
    <message>
        <source>Compared with nothing; look-alikes: {count}</source>
        <translation>不对照；相似：{count}</translation>
    </message>
    <message>
        <source>Compared with {entry}</source>
        <translation>对照 {entry}</translation>
    </message>
</context>
<context>
    <name>SecretsCard</name>
    <message>
        <source>Secret: {kind}</source>
        <translation>机密：{kind}</translation>
    </message>
    <message>
        <source>Entries that hold something secret: {count}. Hosts get “[redacted]” in its place.</source>
        <translation>含有机密的条目：{count}。宿主看到的是“[redacted]”。</translation>
    </message>
    <message>
        <source>No entry holds a password, a key or a token that memdesk knows.</source>
        <translation>没有条目含有 memdesk 认得的密码、密钥或令牌。</translation>
    </message>
</context>
<context>
    <name>SectionMeters</name>
    <message>
        <source>{part} of {whole}</source>
        <translation>{part} / {whole}</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
</context>
<context>
    <name>SelectedEntries</name>
    <message>
        <source>Moved to the trash: {count}. Ctrl+Z brings it back.</source>
        <translation>已移到回收站：{count}。按 Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>Changed: {count}. Ctrl+Z takes it back.</source>
        <translation>已更改：{count}。按 Ctrl+Z 可撤销。</translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln entries to the trash?</source>
        <translation>
            <numerusform>将 %Ln 个条目移到回收站？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %Ln entries to the trash…</source>
        <translation>
            <numerusform>正在将 %Ln 个条目移到回收站…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Change %Ln entries?</source>
        <translation>
            <numerusform>更改 %Ln 个条目？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Changing %Ln entries…</source>
        <translation>
            <numerusform>正在更改 %Ln 个条目…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copying %Ln entries…</source>
        <translation>
            <numerusform>正在复制 %Ln 个条目…</numerusform>
        </translation>
    </message>
    <message>
        <source>Copied: {count}.</source>
        <translation>已复制：{count}。</translation>
    </message>
    <message>
        <source>Many entries</source>
        <translation>条目很多</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>It is one step: Ctrl+Z takes it back.</source>
        <translation>这是一步：Ctrl+Z 可撤销。</translation>
    </message>
</context>
<context>
    <name>Serving</name>
    <message>
        <source>Serving is off</source>
        <translation>服务已关闭</translation>
    </message>
    <message>
        <source>Hosts can&apos;t reach this bank</source>
        <translation>宿主无法访问此记忆库</translation>
    </message>
    <message>
        <source>Not serving</source>
        <translation>未提供服务</translation>
    </message>
    <message>
        <source>Served elsewhere</source>
        <translation>由他处提供服务</translation>
    </message>
    <message>
        <source>Another memdesk serves this bank; hosts and this window share it</source>
        <translation>另一个 memdesk 正在为此记忆库提供服务，宿主与本窗口共用它</translation>
    </message>
    <message>
        <source>Starting to serve</source>
        <translation>正在启动服务</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Hosts get an empty block</source>
        <translation>宿主得到空的记忆块</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>正在服务</translation>
    </message>
</context>
<context>
    <name>SessionComparison</name>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>&amp;Session</source>
        <translation>会话(&amp;S)</translation>
    </message>
    <message>
        <source>No session to compare with. Choose a host above: its sessions have a frozen block from their first request on, and this shows what a new one would get instead.</source>
        <translation>没有可比较的会话。请在上方选择一个宿主：它的会话从第一次请求起就有冻结块，这里会显示新会话将得到哪些不同的内容。</translation>
    </message>
    <message>
        <source>Nothing differs: a new session would get the very same bytes.</source>
        <translation>没有差别：新会话会得到完全相同的内容。</translation>
    </message>
</context>
<context>
    <name>SettingsActions</name>
    <message>
        <source>Starting at login can&apos;t be changed: {reason}</source>
        <translation>无法更改登录时启动：{reason}</translation>
    </message>
    <message>
        <source>The diagnostics are copied.</source>
        <translation>诊断信息已复制。</translation>
    </message>
    <message>
        <source>Erase everything</source>
        <translation>清除一切</translation>
    </message>
    <message>
        <source>Some of it could not be erased:</source>
        <translation>有些内容无法清除：</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Chat hosts</source>
        <translation>聊天宿主</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Tray and quick-add</source>
        <translation>托盘与快速添加</translation>
    </message>
    <message>
        <source>Bank and privacy</source>
        <translation>记忆库与隐私</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>Consolidate after this many &amp;messages</source>
        <translation>多少条消息后整理(&amp;M)</translation>
    </message>
    <message>
        <source>… or at this share of the host&apos;s &amp;window</source>
        <translation>……或占宿主窗口的比例(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Bank</source>
        <translation>记忆库(&amp;B)</translation>
    </message>
    <message>
        <source>B&amp;ackups</source>
        <translation>备份(&amp;A)</translation>
    </message>
    <message>
        <source>Start at log&amp;in, in the tray</source>
        <translation>登录时在托盘中启动(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Serve chat hosts while the window or the tray icon is there</source>
        <translation>窗口或托盘图标存在时为聊天宿主提供服务(&amp;S)</translation>
    </message>
    <message>
        <source>Serve &amp;HTTP, too, for programs on this machine that have the token</source>
        <translation>同时为本机上持有令牌的程序提供 HTTP 服务(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Closing the window leaves memdesk in the tray</source>
        <translation>关闭窗口后 memdesk 留在托盘(&amp;C)</translation>
    </message>
    <message>
        <source>Start in the tray, &amp;without the window</source>
        <translation>启动到托盘，不显示窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Say what &amp;quick-add has saved</source>
        <translation>快速添加保存后发出通知(&amp;Q)</translation>
    </message>
    <message>
        <source>Quick-add begins with what was co&amp;pied since</source>
        <translation>快速添加以新复制的内容开头(&amp;P)</translation>
    </message>
    <message>
        <source>A &amp;key that opens quick-add in every program</source>
        <translation>在任何程序中打开快速添加的按键(&amp;K)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Disconnect all hosts…</source>
        <translation>断开所有宿主(&amp;D)…</translation>
    </message>
    <message>
        <source>Takes memdesk out of the configuration of every chat host here.</source>
        <translation>从这台电脑上每个聊天宿主的配置中移除 memdesk。</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Versions, places and counts, for a report. No content of yours.</source>
        <translation>版本、位置和数量，用于报告问题，不含您的内容。</translation>
    </message>
    <message>
        <source>&amp;Erase everything…</source>
        <translation>清除一切(&amp;E)…</translation>
    </message>
    <message>
        <source>Bank, backups, settings and logs. You are asked twice.</source>
        <translation>记忆库、备份、设置和日志。会询问您两次。</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}%</translation>
    </message>
    <message>
        <source> %</source>
        <translation>%</translation>
    </message>
    <message>
        <source>This desktop shows no tray.</source>
        <translation>此桌面没有托盘。</translation>
    </message>
    <message>
        <source>Open the bank&apos;s folder</source>
        <translation>打开记忆库所在文件夹</translation>
    </message>
    <message>
        <source>Open the folder of the backups</source>
        <translation>打开备份文件夹</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Showing</name>
    <message>
        <source>Imported: {added} new, {updated} updated. Ctrl+Z takes it back.</source>
        <translation>已导入：新增 {added}，更新 {updated}。Ctrl+Z 可撤回。</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Bank</source>
        <translation>记忆库</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>Backup</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Conversations that are due</source>
        <translation>待整理的对话</translation>
    </message>
    <message>
        <source>Entries: {count}</source>
        <translation>条目：{count}</translation>
    </message>
    <message numerus="yes">
        <source>Block: %Ln characters</source>
        <translation>
            <numerusform>记忆块：%Ln 个字符</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block: ≈%Ln tokens</source>
        <translation>
            <numerusform>记忆块：≈%Ln 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters, no budget</source>
        <translation>
            <numerusform>%Ln 个字符，无预算</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln characters; the budget of entry lines is {budget}</source>
        <translation>
            <numerusform>%Ln 个字符；条目行的预算为 {budget}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Conversations with more than %Ln messages since the last time:</source>
        <translation>
            <numerusform>自上次以来超过 %Ln 条消息的对话：</numerusform>
        </translation>
    </message>
    <message>
        <source>{size}, {part}% of the budget</source>
        <translation>{size}，占预算 {part}%</translation>
    </message>
    <message>
        <source>Backups are made each day while memdesk runs. File, Back up now makes one.</source>
        <translation>memdesk 运行时每天自动备份。也可以用“文件”菜单中的“立即备份”。</translation>
    </message>
    <message>
        <source>Consolidate: {count}</source>
        <translation>待整理：{count}</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>What happens</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>Here already</source>
        <translation>已有</translation>
    </message>
    <message>
        <source>Newer: {fields}</source>
        <translation>较新：{fields}</translation>
    </message>
    <message>
        <source>Newer</source>
        <translation>较新</translation>
    </message>
</context>
<context>
    <name>SuggestionEditor</name>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Add one</source>
        <translation>添加一项</translation>
    </message>
</context>
<context>
    <name>TagTable</name>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>条目</translation>
    </message>
</context>
<context>
    <name>TagsDialog</name>
    <message>
        <source>Add tags</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>移除标签</translation>
    </message>
    <message>
        <source>Tags to add to the selected entries:</source>
        <translation>要添加到所选条目的标签：</translation>
    </message>
    <message>
        <source>Tags to take off the selected entries:</source>
        <translation>要从所选条目移除的标签：</translation>
    </message>
</context>
<context>
    <name>TagsField</name>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Remove the tag {tag}</source>
        <translation>移除标签 {tag}</translation>
    </message>
</context>
<context>
    <name>TagsPage</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Show entries</source>
        <translation>显示条目</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>合并…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Rename a tag</source>
        <translation>重命名标签</translation>
    </message>
    <message>
        <source>The new name of “{tag}”:</source>
        <translation>“{tag}”的新名称：</translation>
    </message>
    <message>
        <source>Merge tags</source>
        <translation>合并标签</translation>
    </message>
    <message>
        <source>Make one tag of {tags}:</source>
        <translation>将 {tags} 合并为一个标签：</translation>
    </message>
    <message>
        <source>Changing tags…</source>
        <translation>正在更改标签…</translation>
    </message>
    <message>
        <source>Changed: {count}.</source>
        <translation>已更改：{count}。</translation>
    </message>
    <message>
        <source>Delete tags</source>
        <translation>删除标签</translation>
    </message>
    <message>
        <source>Take {tags} off every entry?</source>
        <translation>要从所有条目移除 {tags} 吗？</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>The entries stay. Ctrl+Z brings the tags back.</source>
        <translation>条目会保留。按 Ctrl+Z 可找回标签。</translation>
    </message>
    <message>
        <source>“{new}” is there already. Merge “{old}” into it?</source>
        <translation>“{new}”已存在。要把“{old}”并入其中吗？</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No tag fits the filter.</source>
        <translation>没有符合筛选条件的标签。</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>还没有标签</translation>
    </message>
    <message>
        <source>Tags are given to memories, tasks and works in their editors.</source>
        <translation>标签在记忆、任务和作品的编辑器里添加。</translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>What was deleted is kept here for 30 days.</source>
        <translation>删除的内容在这里保留 30 天。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Delete forever…</source>
        <translation>永久删除…</translation>
    </message>
    <message>
        <source>The trash is empty</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>Deleted entries are kept here for 30 days.</source>
        <translation>删除的条目在这里保留 30 天。</translation>
    </message>
    <message numerus="yes">
        <source>Restoring %Ln entries…</source>
        <translation>
            <numerusform>正在恢复 %Ln 个条目…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln entries forever? This cannot be undone.</source>
        <translation>
            <numerusform>要永久删除 %Ln 个条目吗？此操作无法撤销。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleting %Ln entries…</source>
        <translation>
            <numerusform>正在删除 %Ln 个条目…</numerusform>
        </translation>
    </message>
    <message>
        <source>Deleted, but not yet forgotten everywhere.</source>
        <translation>已删除，但尚未在所有地方忘记。</translation>
    </message>
    <message>
        <source>Restored: {count}.</source>
        <translation>已恢复：{count}。</translation>
    </message>
    <message>
        <source>Delete forever</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Forget everywhere</source>
        <translation>处处遗忘</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Their history goes too. Forgetting everywhere also takes their words out of backups, frozen blocks, suggestions and logs; that takes a while.</source>
        <translation>其历史也一并删除。处处遗忘还会从备份、冻结块、建议和日志中清除其文字，需要一些时间。</translation>
    </message>
    <message>
        <source>Forgetting: the bank…</source>
        <translation>正在遗忘：记忆库…</translation>
    </message>
    <message>
        <source>Forgetting: the file is written anew…</source>
        <translation>正在遗忘：重写文件…</translation>
    </message>
    <message>
        <source>Forgetting: the backups are written anew…</source>
        <translation>正在遗忘：重写备份…</translation>
    </message>
    <message>
        <source>Forgotten everywhere that memdesk reaches.</source>
        <translation>memdesk 触及之处均已遗忘。</translation>
    </message>
    <message>
        <source>Deleted forever: {count}.</source>
        <translation>已永久删除：{count}。</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>&amp;Resume serving</source>
        <translation>继续服务(&amp;R)</translation>
    </message>
    <message>
        <source>serving is paused</source>
        <translation>服务已暂停</translation>
    </message>
    <message>
        <source>Saved: {title}</source>
        <translation>已保存：{title}</translation>
    </message>
    <message>
        <source>Click here to undo.</source>
        <translation>点击此处撤销。</translation>
    </message>
    <message>
        <source>This desktop shows no tray icon. Closing the window ends memdesk; to add something from anywhere, bind a key to the command “memdesk quick-add”.</source>
        <translation>此桌面不显示托盘图标。关闭窗口即退出 memdesk；若想随处添加，请为命令“memdesk quick-add”绑定一个按键。</translation>
    </message>
    <message>
        <source>&amp;Quick add…</source>
        <translation>快速添加(&amp;Q)…</translation>
    </message>
    <message>
        <source>Quick add from the &amp;clipboard…</source>
        <translation>从剪贴板快速添加(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Open memdesk</source>
        <translation>打开 memdesk(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Recent changes</source>
        <translation>最近的更改(&amp;R)</translation>
    </message>
    <message>
        <source>Recent &amp;suggestions ({count})</source>
        <translation>最近的建议({count})(&amp;S)</translation>
    </message>
    <message>
        <source>No suggestions wait</source>
        <translation>没有等待的建议</translation>
    </message>
    <message>
        <source>{what} — {host}</source>
        <translation>{what} — {host}</translation>
    </message>
    <message>
        <source>&amp;Pause serving</source>
        <translation>暂停服务(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>{title} — {author}</source>
        <translation>{title} — {author}</translation>
    </message>
</context>
<context>
    <name>Undoing</name>
    <message>
        <source>{action}: {what}</source>
        <translation>{action}：{what}</translation>
    </message>
    <message>
        <source>Undone: {what}. Ctrl+Shift+Z does it again.</source>
        <translation>已撤销：{what}。按 Ctrl+Shift+Z 可重做。</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>没有可撤销的操作。</translation>
    </message>
    <message>
        <source>Doing it again…</source>
        <translation>正在重做…</translation>
    </message>
    <message>
        <source>Done again: {what}.</source>
        <translation>已重做：{what}。</translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation>没有可重做的操作。</translation>
    </message>
    <message>
        <source>Undoing…</source>
        <translation>正在撤销…</translation>
    </message>
</context>
<context>
    <name>WholeBank</name>
    <message>
        <source>The selected entries ({count})</source>
        <translation>所选条目（{count}）</translation>
    </message>
    <message>
        <source>What the filter shows</source>
        <translation>筛选出的条目</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>High</source>
        <translation>高</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>低</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事实</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>教训</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Decide by tags and wording</source>
        <translation>按标签和措辞判断</translation>
    </message>
    <message>
        <source>Always a constraint</source>
        <translation>始终是约束</translation>
    </message>
    <message>
        <source>Never a constraint</source>
        <translation>从不是约束</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>作品</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>作品</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Constraint</source>
        <translation>约束</translation>
    </message>
    <message>
        <source>Relevance</source>
        <translation>相关度</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Tech</source>
        <translation>技术</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Author</source>
        <translation>作者</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>更新时间</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>Recalls</source>
        <translation>回忆次数</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>删除时间</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Interests</source>
        <translation>兴趣</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>喜好</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Import ({format})</source>
        <translation>导入（{format}）</translation>
    </message>
    <message>
        <source>Consolidation</source>
        <translation>对话整理</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>{what}: {count}</source>
        <translation>{what}：{count}</translation>
    </message>
    <message>
        <source>Not a constraint, but “{evidence}” looks like an order</source>
        <translation>不是约束，但“{evidence}”像是命令</translation>
    </message>
    <message>
        <source>A constraint: you said so</source>
        <translation>是约束：由您指定</translation>
    </message>
    <message>
        <source>Not a constraint: you said so</source>
        <translation>不是约束：由您指定</translation>
    </message>
    <message>
        <source>A constraint: tagged “{evidence}”</source>
        <translation>是约束：带有标签“{evidence}”</translation>
    </message>
    <message>
        <source>A constraint: it says “{evidence}”</source>
        <translation>是约束：其中写着“{evidence}”</translation>
    </message>
    <message>
        <source>A constraint: it orders “{evidence}”</source>
        <translation>是约束：其中要求“{evidence}”</translation>
    </message>
    <message>
        <source>Not a constraint</source>
        <translation>不是约束</translation>
    </message>
</context>
<context>
    <name>WorkBar</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop, and take back what was begun</source>
        <translation>停止，并撤回已做的部分</translation>
    </message>
</context>
</TS>
