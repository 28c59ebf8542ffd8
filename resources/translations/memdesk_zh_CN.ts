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
        <source>Mer&amp;ge…</source>
        <translation>合并(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Copy as Markdown</source>
        <translation>复制为 Markdown(&amp;C)</translation>
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
        <source>&amp;Read or write the content</source>
        <translation>阅读或编写内容(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;fresh</source>
        <translation>刷新(&amp;F)</translation>
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
</context>
<context>
    <name>CellDraft</name>
    <message>
        <source>Changed by someone else</source>
        <translation type="unfinished">已被他人更改</translation>
    </message>
    <message>
        <source>“{entry}” was changed by someone else while you were editing it.</source>
        <translation type="unfinished">你在编辑“{entry}”时，它已被他人更改。</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation type="unfinished">保留我的</translation>
    </message>
    <message>
        <source>Take theirs</source>
        <translation type="unfinished">采用对方的</translation>
    </message>
    <message>
        <source>{field}: yours is “{mine}”, theirs is “{theirs}”.</source>
        <translation type="unfinished">{field}：你的是“{mine}”，对方的是“{theirs}”。</translation>
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
        <source>unchanged lines: {count}</source>
        <translation>未变的行：{count}</translation>
    </message>
</context>
<context>
    <name>EntriesPage</name>
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
    <message>
        <source>Copied: {count}.</source>
        <translation>已复制：{count}。</translation>
    </message>
    <message>
        <source>Nothing to undo.</source>
        <translation>没有可撤销的操作。</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>已撤销。</translation>
    </message>
    <message>
        <source>Nothing to redo.</source>
        <translation>没有可重做的操作。</translation>
    </message>
    <message>
        <source>Redone.</source>
        <translation>已重做。</translation>
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
        <source>Select an entry to edit it.</source>
        <translation>选择一个条目来编辑。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>This was changed by someone else while you were editing it: {fields}.</source>
        <translation>你编辑时，以下内容已被他人更改：{fields}。</translation>
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
        <translation>你编辑时，它已被删除。</translation>
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
        <source>The selected entries: {count}</source>
        <translation>选中的条目：{count}</translation>
    </message>
    <message>
        <source>The file holds what you remember as plain text. Keep it where only you read.</source>
        <translation>文件以明文保存你的记忆，请放在只有你能读到的地方。</translation>
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
        <source>Exported to {file}.</source>
        <translation>已导出到 {file}。</translation>
    </message>
    <message>
        <source>The format {format} can&apos;t hold everything.</source>
        <translation>格式 {format} 无法容纳全部内容。</translation>
    </message>
    <message>
        <source>Left out:</source>
        <translation>未包含：</translation>
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
        <source>Memories (*.json *.md);;All files (*)</source>
        <translation>记忆 (*.json *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Welcome to memdesk</source>
        <translation>欢迎使用 memdesk</translation>
    </message>
    <message>
        <source>One place for what your AI assistants remember about you and your work: you see it, you edit it, and every assistant gets the same.</source>
        <translation>AI 助手关于你和你工作的记忆，都在这一处：你看得到、改得了，每个助手得到的都一样。</translation>
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
        <source>Import a file…</source>
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
        <source>Import from {format}…</source>
        <translation>从 {format} 导入…</translation>
    </message>
    <message>
        <source>{holds} — found in {path}</source>
        <translation>{holds} — 位于 {path}</translation>
    </message>
    <message>
        <source>Everything stays on this machine, in one file of yours. You see what an import would bring before anything is written, and the imported file is never changed.</source>
        <translation>一切都留在这台机器上，存于你自己的一个文件里。写入之前你会先看到导入的内容，被导入的文件绝不会被改动。</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>The file is not changed. Ctrl+Z takes the import back.</source>
        <translation>文件不会被改动。按 Ctrl+Z 可撤销导入。</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Can&apos;t be taken: {count}</source>
        <translation>无法导入：{count}</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <source>Format: {format}</source>
        <translation>格式：{format}</translation>
    </message>
    <message>
        <source>It holds {what}.</source>
        <translation>其中有 {what}。</translation>
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
        <source>Added to your profile: {fields}</source>
        <translation>加入个人资料：{fields}</translation>
    </message>
    <message>
        <source>There is nothing new in it.</source>
        <translation>其中没有新内容。</translation>
    </message>
    <message>
        <source>Memories (*.json *.md);;All files (*)</source>
        <translation>记忆 (*.json *.md);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>LimitField</name>
    <message>
        <source>0 (hidden)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
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
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Live &amp;preview</source>
        <translation>实时预览(&amp;P)</translation>
    </message>
    <message>
        <source>Imported: {added} new, {updated} updated. Ctrl+Z takes it back.</source>
        <translation>已导入：新增 {added}，更新 {updated}。Ctrl+Z 可撤回。</translation>
    </message>
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
        <translation type="unfinished">没有匹配项</translation>
    </message>
    <message>
        <source>No entry fits the filter.</source>
        <translation type="unfinished">没有符合筛选条件的条目。</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation type="unfinished">显示全部</translation>
    </message>
    <message>
        <source>No memories yet</source>
        <translation type="unfinished">还没有记忆</translation>
    </message>
    <message>
        <source>What your assistants should remember: decisions, preferences, facts.</source>
        <translation type="unfinished">助手应当记住的内容：决定、偏好、事实。</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation type="unfinished">新建记忆</translation>
    </message>
    <message>
        <source>No tasks yet</source>
        <translation type="unfinished">还没有任务</translation>
    </message>
    <message>
        <source>What you are working on, so that an assistant knows where you are.</source>
        <translation type="unfinished">你正在做的事，让助手知道进展到哪里。</translation>
    </message>
    <message>
        <source>New task</source>
        <translation type="unfinished">新建任务</translation>
    </message>
    <message>
        <source>No works yet</source>
        <translation type="unfinished">还没有作品</translation>
    </message>
    <message>
        <source>Your past and running projects, a line each.</source>
        <translation type="unfinished">你做过和正在做的项目，每个一行。</translation>
    </message>
    <message>
        <source>New work</source>
        <translation type="unfinished">新建作品</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished">导入…</translation>
    </message>
</context>
<context>
    <name>OrderField</name>
    <message>
        <source>Drag to reorder, or Alt+Up and Alt+Down. Space shows and hides.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OwnWordsField</name>
    <message>
        <source>memdesk&apos;s words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: own words</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PresetForm</name>
    <message>
        <source>What goes in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sections, in order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Categories of memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least relevance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace and role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Entries by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide tasks that are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it is written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same for a whole session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anew for every request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>During a session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished">格式</translation>
    </message>
    <message>
        <source>Language of fixed words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished">标题</translation>
    </message>
    <message>
        <source>Full content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A memory shows its</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget in characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Most memories</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters of a constraint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters of a content</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters of a task&apos;s notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Characters of a work&apos;s summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words around it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before, in {language}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After, in {language}</source>
        <translation type="unfinished"></translation>
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
    <message>
        <source>1 character</source>
        <translation>1 个字符</translation>
    </message>
    <message>
        <source>{count} characters</source>
        <translation>{count} 个字符</translation>
    </message>
    <message>
        <source>≈ 1 token</source>
        <translation>≈ 1 个 token</translation>
    </message>
    <message>
        <source>≈ {count} tokens</source>
        <translation>≈ {count} 个 token</translation>
    </message>
</context>
<context>
    <name>PreviewDock</name>
    <message>
        <source>Live preview</source>
        <translation>实时预览</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>记忆块</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>未放入</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>宿主(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Role</source>
        <translation>角色(&amp;R)</translation>
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
        <source>Copy layer</source>
        <translation>复制本层</translation>
    </message>
    <message>
        <source>Copy exactly what the host gets of this layer</source>
        <translation>一字不差地复制宿主得到的这一层</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
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
    <message>
        <source>Left out: {count}</source>
        <translation>未放入：{count}</translation>
    </message>
    <message>
        <source>… and {count} more of lower rank</source>
        <translation>……还有 {count} 条排在更后</translation>
    </message>
    <message>
        <source>Any host</source>
        <translation>任意宿主</translation>
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
        <translation>随宿主 ({preset})</translation>
    </message>
    <message>
        <source>As preset ({language})</source>
        <translation>随预设 ({language})</translation>
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
        <translation>每个助手都可以知道的关于你的事。拖动可调整顺序。</translation>
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
        <source>Open this one instead</source>
        <translation>改为打开这一条</translation>
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
        <source>Like: {title}</source>
        <translation>相似：{title}</translation>
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
        <source>Move {count} entries to the trash?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moving {count} entries to the trash…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moved to the trash: {count}. Ctrl+Z brings it back.</source>
        <translation type="unfinished">已移到回收站：{count}。按 Ctrl+Z 可恢复。</translation>
    </message>
    <message>
        <source>Change {count} entries?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changing {count} entries…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed: {count}. Ctrl+Z takes it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many entries</source>
        <translation type="unfinished">条目很多</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished">继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished">取消</translation>
    </message>
    <message>
        <source>It is one step: Ctrl+Z takes it back.</source>
        <translation type="unfinished"></translation>
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
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Chat hosts</source>
        <translation>聊天宿主</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>托盘</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>记忆库</translation>
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
        <source>&amp;Bank</source>
        <translation>记忆库(&amp;B)</translation>
    </message>
    <message>
        <source>B&amp;ackups</source>
        <translation>备份(&amp;A)</translation>
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
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
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
        <source>Server</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Entries: {count}</source>
        <translation>条目：{count}</translation>
    </message>
    <message>
        <source>Block: {chars} characters</source>
        <translation>记忆块：{chars} 个字符</translation>
    </message>
    <message>
        <source>Block: ≈{tokens} tokens</source>
        <translation>记忆块：≈{tokens} 个 token</translation>
    </message>
    <message>
        <source>{size}, {part}% of the budget</source>
        <translation>{size}，占预算 {part}%</translation>
    </message>
    <message>
        <source>{chars} characters, no budget</source>
        <translation>{chars} 个字符，无预算</translation>
    </message>
    <message>
        <source>{chars} characters; the budget of entry lines is {budget}</source>
        <translation>{chars} 个字符；条目行的预算为 {budget}</translation>
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
    <message>
        <source>Restored: {count}.</source>
        <translation>已恢复：{count}。</translation>
    </message>
    <message>
        <source>Delete forever</source>
        <translation>永久删除</translation>
    </message>
    <message>
        <source>Delete forever: {count}? This cannot be undone.</source>
        <translation>要永久删除 {count} 个条目吗？此操作无法撤销。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Their history goes too.</source>
        <translation>它们的历史也会一并删除。</translation>
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
        <translation>你</translation>
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
        <source>Not a constraint, but “{evidence}” looks like an order</source>
        <translation>不是约束，但“{evidence}”像是命令</translation>
    </message>
    <message>
        <source>A constraint: you said so</source>
        <translation>是约束：由你指定</translation>
    </message>
    <message>
        <source>Not a constraint: you said so</source>
        <translation>不是约束：由你指定</translation>
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
        <translation type="unfinished">进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop, and take back what was begun</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
