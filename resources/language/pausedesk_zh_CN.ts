<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pausedesk</name>
    <message>
        <location filename="../../core/rules/acts.py"/>
        <source>Close or decline it; Resume then lets the model ask anew.</source>
        <translation>请关闭或拒绝它；之后“恢复”会让模型重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>{bound} or more</source>
        <translation>{bound} 或更大</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>more than {bound}</source>
        <translation>大于 {bound}</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>{bound} or less</source>
        <translation>{bound} 或更小</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>less than {bound}</source>
        <translation>小于 {bound}</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>a multiple of {bound}</source>
        <translation>{bound} 的倍数</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>of the form {pattern}</source>
        <translation>格式为 {pattern}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/answer_forms.py"/>
        <source>at least {n} items</source>
        <extracomment>one: at least 1 item</extracomment>
        <translation><numerusform>至少 {n} 项</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/answer_forms.py"/>
        <source>at least {n} characters</source>
        <extracomment>one: at least 1 character</extracomment>
        <translation><numerusform>至少 {n} 个字符</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/answer_forms.py"/>
        <source>{n} items at most</source>
        <extracomment>one: 1 item at most</extracomment>
        <translation><numerusform>最多 {n} 项</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/answer_forms.py"/>
        <source>{n} characters at most</source>
        <extracomment>one: 1 character at most</extracomment>
        <translation><numerusform>最多 {n} 个字符</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>may be left out</source>
        <translation>可以不填</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>a number</source>
        <translation>数字</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>one of: {choices}</source>
        <translation>其中之一：{choices}</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <location filename="../../core/rules/answer_forms.py"/>
        <source>any JSON value</source>
        <translation>任意 JSON 值</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>the call</source>
        <translation>该调用</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Approved {tool}</source>
        <translation>批准了 {tool}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Declined {tool}</source>
        <translation>拒绝了 {tool}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The approval of {tool} was spent: it may start, once</source>
        <translation>{tool} 的批准已用掉：它可以启动，仅一次</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The decline of {tool} was written down for the agent</source>
        <translation>已为智能体记下对 {tool} 的拒绝</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The run finished</source>
        <translation>运行已完成</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The run paused</source>
        <translation>运行已暂停</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The run ended ({outcome}): {why}</source>
        <translation>运行已结束（{outcome}）：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The run ended ({outcome})</source>
        <translation>运行已结束（{outcome}）</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>A person settled that {tool} ran</source>
        <translation>有人认定 {tool} 已运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>A person settled that {tool} did not run</source>
        <translation>有人认定 {tool} 没有运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>A person settled that nobody knows whether {tool} ran</source>
        <translation>有人认定无法得知 {tool} 是否运行过</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{holder} takes care of the session, after {before}</source>
        <translation>{holder} 接替 {before} 负责此会话</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{holder} takes care of the session</source>
        <translation>{holder} 负责此会话</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Held the session: {why}</source>
        <translation>暂停交付此会话：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Held the session</source>
        <translation>暂停交付此会话</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Imported from {place} ({source})</source>
        <translation>从 {place} 导入（{source}）</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The answer about {tool} was kept and not handed over: {why}</source>
        <translation>关于 {tool} 的回答已保留，未交付：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The agent goes on with what was answered</source>
        <translation>智能体按所作的回答继续</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>An answer was refused ({code})</source>
        <translation>一个回答被拒收（{code}）</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The answer about {tool} was taken up</source>
        <translation>关于 {tool} 的回答已被接手</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Took the answer about {tool} back</source>
        <translation>收回了关于 {tool} 的回答</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} stopped inside and asked</source>
        <translation>{tool} 在内部停下并询问</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Checked whether {tool} ran: {said}</source>
        <translation>查证 {tool} 是否运行过：{said}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} ran to its end</source>
        <translation>{tool} 已运行到底</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} raised an error: {error}</source>
        <translation>{tool} 报错：{error}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} was started again, attempt {n}</source>
        <translation>{tool} 再次启动，第 {n} 次</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} started; no answer was needed</source>
        <translation>{tool} 已启动；不需要回答</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Closing began</source>
        <translation>开始关闭</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The question about {tool} was closed ({code})</source>
        <translation>关于 {tool} 的询问已关闭（{code}）</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>What ran the session is dead: {owner}</source>
        <translation>运行此会话的进程已死：{owner}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Edited the arguments of {tool}: a new question took its place</source>
        <translation>修改了 {tool} 的参数：由新的询问取代</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The question about {tool} expired</source>
        <translation>关于 {tool} 的询问已过期</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} was interrupted; it can be repeated</source>
        <translation>{tool} 被中断；可以重复运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>A result came late and was kept beside</source>
        <translation>结果迟到，已另行保留</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Nobody takes care of the session any more</source>
        <translation>不再有人负责此会话</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The mark could not be written: {why}</source>
        <translation>无法写下标记：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>{tool} may have run: nobody recorded its end</source>
        <translation>{tool} 可能已经运行：没有人记下它的结束</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Said that it is gone: {owner}</source>
        <translation>声明它已不在：{owner}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Stopped to ask: {tools}</source>
        <translation>停下来询问：{tools}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Let the session go on; it was held by {who}</source>
        <translation>让会话继续；此前由 {who} 暂停</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Resuming began</source>
        <translation>开始恢复</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The resume was carried out</source>
        <translation>恢复已执行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The resume was refused: {why}</source>
        <translation>恢复被拒绝：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Asked to resume</source>
        <translation>请求恢复</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The resume was taken up</source>
        <translation>恢复已被接手</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>A run began</source>
        <translation>一次运行开始</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Saved out of a damaged store</source>
        <translation>从损坏的存储中救出</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Taken over by {agent}</source>
        <translation>由 {agent} 接管</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The session began with {agent}</source>
        <translation>会话由 {agent} 开始</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The session's text was deleted</source>
        <translation>会话的文字已删除</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The answer about {tool} waits for a runner again</source>
        <translation>关于 {tool} 的回答重新等待运行器</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>{field}: {sentence}</source>
        <translation>{field}：{sentence}</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be filled in.</source>
        <translation>此处必须填写。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>The question has no such field.</source>
        <translation>这个问题没有这个字段。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be a text.</source>
        <translation>此处必须是文本。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be at least {n} characters long.</source>
        <extracomment>one: This has to be at least 1 character long.</extracomment>
        <translation><numerusform>此处至少要有 {n} 个字符。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This may be {n} characters long at most.</source>
        <extracomment>one: This may be 1 character long at most.</extracomment>
        <translation><numerusform>此处最多 {n} 个字符。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This does not have the form {pattern}.</source>
        <translation>此处不符合格式 {pattern}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be a whole number.</source>
        <translation>此处必须是整数。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be a number.</source>
        <translation>此处必须是数字。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be {bound} or more.</source>
        <translation>此处必须大于或等于 {bound}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be {bound} or less.</source>
        <translation>此处必须小于或等于 {bound}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be more than {bound}.</source>
        <translation>此处必须大于 {bound}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be less than {bound}.</source>
        <translation>此处必须小于 {bound}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be a multiple of {bound}.</source>
        <translation>此处必须是 {bound} 的倍数。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be true or false.</source>
        <translation>此处必须是 true 或 false。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be one of: {choices}.</source>
        <translation>此处必须是其中之一：{choices}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be a list.</source>
        <translation>此处必须是列表。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This needs at least {n} items.</source>
        <extracomment>one: This needs at least 1 item.</extracomment>
        <translation><numerusform>此处至少需要 {n} 项。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This takes {n} items at most.</source>
        <extracomment>one: This takes 1 item at most.</extracomment>
        <translation><numerusform>此处最多 {n} 项。</numerusform></translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>No item may stand here twice.</source>
        <translation>此处不得有重复的项。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>This has to be an object.</source>
        <translation>此处必须是对象。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>That is done on Linux desktops only.</source>
        <translation>此功能仅在 Linux 桌面上可用。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>Add `pausedesk desk` to the system's own list of what starts at login; links open with `pausedesk desk --open LINK`.</source>
        <translation>请把 `pausedesk desk` 加入系统自己的登录启动项；链接可用 `pausedesk desk --open LINK` 打开。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>Links cannot be opened here: the program xdg-mime is not installed.</source>
        <translation>无法在此打开链接：未安装程序 xdg-mime。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>Install xdg-utils and turn it on again.</source>
        <translation>请安装 xdg-utils，然后重新开启。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>The desktop could not be told ({why}).</source>
        <translation>无法告知桌面（{why}）。</translation>
    </message>
    <message>
        <location filename="../../core/run/desktop_entries.py"/>
        <source>The setting is as it was; mend that and change it again.</source>
        <translation>设置保持原样；请排除该问题后再更改。</translation>
    </message>
    <message>
        <location filename="../../core/run/windows.py"/>
        <source>No window could be started: {why}.</source>
        <translation>无法启动窗口：{why}。</translation>
    </message>
    <message>
        <location filename="../../core/run/windows.py"/>
        <source>`pausedesk --store {store} desk` opens it by hand.</source>
        <translation>可用 `pausedesk --store {store} desk` 手动打开。</translation>
    </message>
    <message>
        <location filename="../../core/run/windows.py"/>
        <source>The demo could not be made ({kind}).</source>
        <translation>无法生成演示（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/run/windows.py"/>
        <source>`pausedesk demo` makes it on the command line and says what is wrong.</source>
        <translation>可在命令行用 `pausedesk demo` 生成，它会说明问题所在。</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Hold everything? No answer is used and nothing starts until it is released. What runs goes on.</source>
        <translation>全部暂停交付？解除之前，不使用任何答复，也不启动任何运行；正在运行的继续。</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Hold</source>
        <translation>暂停交付</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Why everything is held</source>
        <translation>全部暂停交付的原因</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Why (others read it)</source>
        <translation>原因（他人可见）</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Hold everything</source>
        <translation>全部暂停交付</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Release</source>
        <translation>解除</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>{by} holds everything since {at}{why}. Answers are kept; none is used and nothing starts until it is released.</source>
        <translation>{by} 自 {at} 起全部暂停交付{why}。答复会保留；解除之前，不使用任何答复，也不启动任何运行。</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Who looks at this session</source>
        <translation>谁在查看此会话</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Take care of it</source>
        <translation>由我负责</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Let go</source>
        <translation>不再负责</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Hand over …</source>
        <translation>移交…</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Whom to hand it over to</source>
        <translation>移交给谁</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>to whom, then Enter</source>
        <translation>输入对方姓名，按 Enter</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>{who} looks</source>
        <translation>{who} 在查看</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>yours</source>
        <translation>由您负责</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>{who} has it</source>
        <translation>由 {who} 负责</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>The link to this session is on the clipboard.</source>
        <translation>此会话的链接已在剪贴板上。</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>You take care of it since {at}.</source>
        <translation>自 {at} 起由您负责。</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>{who} takes care of it since {at}.</source>
        <translation>自 {at} 起由 {who} 负责。</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source> and </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/around/people.py"/>
        <source>{who} look at this now.</source>
        <extracomment>one: {who} looks at this now.</extracomment>
        <translation><numerusform>{who} 正在查看。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Anyone can answer all the same.</source>
        <translation>任何人仍可答复。</translation>
    </message>
    <message>
        <location filename="../../gui/around/people.py"/>
        <source>Nobody else looks at this.</source>
        <translation>没有其他人在查看。</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>Make the demo and open it</source>
        <translation>生成演示并打开</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>Sources of other programs …</source>
        <translation>其他程序的来源 …</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>This store holds no session yet.</source>
        <translation>此存储中还没有会话。</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>The demo has a store of its own, with about a dozen real runs of an offline agent: some wait, some were cut off, one may have run. Nothing leaves this machine.</source>
        <translation>演示使用自己的存储，其中约有十几次离线智能体的真实运行：有的在等待，有的被中断，有一个可能已经运行。任何内容都不会离开本机。</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>An agent of your own begins with this command:</source>
        <translation>您自己的智能体用以下命令启动：</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>Sessions that coding agents left on this machine can be looked at:</source>
        <translation>可以查看编程智能体在本机留下的会话：</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>The demo is being made. Its window opens in some seconds.</source>
        <translation>正在生成演示。几秒后会打开它的窗口。</translation>
    </message>
    <message>
        <location filename="../../gui/around/welcome.py"/>
        <source>The demo opens in a window of its own.</source>
        <translation>演示会在自己的窗口中打开。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Closed: the call does not run. Resume lets the model ask anew.</source>
        <translation>已关闭：该调用不会运行。“恢复”会让模型重新提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>No session is open.</source>
        <translation>没有打开会话。</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Note (n): with a decline, the agent reads it as your words</source>
        <translation>备注 (n)：拒绝时，智能体会将其作为您的原话阅读</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Note to the agent</source>
        <translation>给智能体的备注</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Go to end</source>
        <translation>转到末尾</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Decline and stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Take back</source>
        <translation>收回</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Open in terminal</source>
        <translation>在终端中打开</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Submit</source>
        <translation>提交</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Changed since asked: close</source>
        <translation>提问后已变化：关闭</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <location filename="../../gui/card/pictures.py"/>
        <source>{kind} picture of {size}, damaged: it cannot be shown</source>
        <translation>{kind} 图片，{size}，已损坏：无法显示</translation>
    </message>
    <message>
        <location filename="../../gui/card/pictures.py"/>
        <source>{kind} picture, {wide} × {high}, {size}</source>
        <translation>{kind} 图片，{wide} × {high}，{size}</translation>
    </message>
    <message>
        <location filename="../../gui/card/pictures.py"/>
        <source>; too large to be shown</source>
        <translation>；太大，无法显示</translation>
    </message>
    <message>
        <location filename="../../gui/card/pictures.py"/>
        <source>; damaged: it cannot be shown</source>
        <translation>；已损坏：无法显示</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/pictures.py"/>
        <source>the first of {n} pictures</source>
        <extracomment>one: the first of {n} picture</extracomment>
        <translation><numerusform>共 {n} 幅，显示第一幅</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/pictures.py"/>
        <source>{size} behind its end are not shown</source>
        <translation>图片结尾之后还有 {size} 未显示</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/prepared.py"/>
        <source>{n} keys</source>
        <extracomment>one: {n} key</extracomment>
        <translation><numerusform>{n} 个键</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/prepared.py"/>
        <source>{n} items</source>
        <extracomment>one: {n} item</extracomment>
        <translation><numerusform>{n} 项</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>has not started</source>
        <translation>尚未开始</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>is handed over</source>
        <translation>已交付</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>is running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>has run</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>raised an error; it may have taken effect</source>
        <translation>运行出错；可能已经生效</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>was declined</source>
        <translation>已被拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/words.py"/>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>was closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/words.py"/>
        <source>may have run</source>
        <translation>可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>was interrupted and can be repeated</source>
        <translation>已中断，可以重复运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>was settled by a person</source>
        <translation>已由人员认定</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>What you would approve is not what would run: q closes this question, d declines it. Once it is closed, Resume lets the model ask anew.</source>
        <translation>您批准的内容与将要运行的内容已不一致：按 q 关闭此问题，按 d 拒绝。关闭后，“恢复”会让模型重新提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Closing: {tool} does not run, and no answer can reach this question any more. Resume tells the agent so, and lets it ask anew.</source>
        <translation>关闭：{tool} 不会运行，任何回答都不再能到达此问题。“恢复”会告知智能体，并让它重新提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Approving runs {tool} once, with exactly these arguments; then the agent goes on.</source>
        <translation>批准后，{tool} 将以这些参数原样运行一次；然后智能体继续。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Approving runs {tool} once, with exactly these arguments once every call of this turn is decided and submitted.</source>
        <translation>批准后，待本轮的每个调用都已决定并提交，{tool} 将以这些参数原样运行一次。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Declining: {tool} does not run; the agent reads that you declined, with your note as your words, and goes on. Decline and stop: the run ends there.</source>
        <translation>拒绝：{tool} 不运行；智能体会得知您已拒绝，并将备注作为您的原话阅读，然后继续。拒绝并停止：运行就此结束。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Approved by {by} at {at}: {how}.</source>
        <translation>{by} 于 {at} 批准：{how}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Declined and stopped by {by} at {at}: {how}.</source>
        <translation>{by} 于 {at} 拒绝并停止：{how}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Declined by {by} at {at}: {how}.</source>
        <translation>{by} 于 {at} 拒绝：{how}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This was approved already.</source>
        <translation>此问题已被批准。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This was declined already.</source>
        <translation>此问题已被拒绝。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This question was closed; it can no longer be answered.</source>
        <translation>此问题已关闭，不能再答复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This question expired; nobody answered in time.</source>
        <translation>此问题已过期；无人及时答复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>A newer question took this one's place.</source>
        <translation>已有新的问题取代此问题。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This cannot be answered now.</source>
        <translation>现在不能答复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>the call {how}</source>
        <translation>调用{how}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Earlier answer to the same call: {answer}</source>
        <translation>此前对同一调用的答复：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>It can be resumed once it is released.</source>
        <translation>解除后即可恢复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>handed over</source>
        <translation>已交付</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>taken up</source>
        <translation>已接收</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>decision spent</source>
        <translation>决定已使用</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <location filename="../../gui/words.py"/>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>result stored</source>
        <translation>结果已保存</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Marked: the call may have run.</source>
        <translation>已标记：调用可能已经运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Closed: this question can no longer be answered.</source>
        <translation>已关闭：此问题不能再答复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Kept: the question waits as before.</source>
        <translation>已保留：问题照旧等待。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Taken back before it was taken up.</source>
        <translation>在被接收之前已收回。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Refused.</source>
        <translation>未被接受。</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>The answer's track</source>
        <translation>答复的进程</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>run stopped</source>
        <translation>运行已停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>agent told</source>
        <translation>已告知智能体</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Last error after {attempts} attempts — {why}</source>
        <translation>{attempts} 次尝试后的最近错误 — {why}</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>Last error — {why}</source>
        <translation>最近错误 — {why}</translation>
    </message>
    <message>
        <location filename="../../gui/card/tree_box.py"/>
        <source>level {level}: {text}</source>
        <translation>第 {level} 级：{text}</translation>
    </message>
    <message>
        <location filename="../../gui/card/tree_box.py"/>
        <source>folded, level {level}: {text}</source>
        <translation>已折叠，第 {level} 级：{text}</translation>
    </message>
    <message>
        <location filename="../../gui/card/tree_box.py"/>
        <source>open, level {level}: {text}</source>
        <translation>已展开，第 {level} 级：{text}</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>— all of {name}, in its own size —</source>
        <translation>— {name} 的全部，原始大小 —</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>— all of {name}, at {percent} %; Space: in its own size —</source>
        <translation>— {name} 的全部，{percent} %；按空格显示原始大小 —</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/value_view.py"/>
        <source>▸ {n} rows are folded; End opens them</source>
        <extracomment>one: ▸ {n} row is folded; End opens it</extracomment>
        <translation><numerusform>▸ 已折叠 {n} 行；按 End 全部展开</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Pausedesk: a fault</source>
        <translation>Pausedesk：故障</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Something in Pausedesk itself failed.</source>
        <translation>Pausedesk 自身出现了故障。</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>What the track of an answer shows is in the store and is not lost; runs go on without the window. Please send these details to the maintainers. What looks like a secret is masked; read them first.</source>
        <translation>回答的轨迹所显示的内容都在存储中，没有丢失；没有窗口，运行也会继续。请把这些详情发给维护者。看起来像密钥的内容已被遮盖；请先阅读一遍。</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Details of the fault</source>
        <translation>故障详情</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/crash.py"/>
        <source>{n} more since then</source>
        <extracomment>one: {n} more since then</extracomment>
        <translation><numerusform>此后又有 {n} 个</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Sources: folders of other programs</source>
        <translation>来源：其他程序的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter  {number}</source>
        <translation>筛选  {number}</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Filter, narrowed by {number}</source>
        <translation>筛选，已按 {number} 项缩小</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/inbox.py"/>
        <source>Show all of this filter</source>
        <translation>显示此筛选的全部会话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last hour</source>
        <translation>最近一小时内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last day</source>
        <translation>最近一天内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last week</source>
        <translation>最近一周内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed in the last 30 days</source>
        <translation>最近 30 天内更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as waiting</source>
        <translation>列为等待中</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as conversation</source>
        <translation>列为对话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as answered</source>
        <translation>列为已答复</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed as unknown</source>
        <translation>列为未知</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any agent</source>
        <translation>任何智能体</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any tool</source>
        <translation>任何工具</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any program</source>
        <translation>任意程序</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Ending</source>
        <translation>结束方式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any ending</source>
        <translation>任意结束方式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Last change</source>
        <translation>最近更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Changed at any time</source>
        <translation>任何时间更改</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Listed format</source>
        <translation>列出格式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any listed format</source>
        <translation>任何列出格式</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Name of a filter to save</source>
        <translation>要保存的筛选名称</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Save these as …</source>
        <translation>将这些保存为…</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Forget</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Forget the saved filter</source>
        <translation>移除已保存的筛选</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Begun here</source>
        <translation>在此开始</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/search_box.py"/>
        <source>Search what was asked and said</source>
        <translation>搜索所提的问题和所说的话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/search_box.py"/>
        <source>Search  /</source>
        <translation>搜索  /</translation>
    </message>
    <message>
        <location filename="../../gui/keys.py"/>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>store {path}</source>
        <translation>存储 {path}</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>opening the store …</source>
        <translation>正在打开存储…</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>? keys</source>
        <translation>? 按键</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>next session</source>
        <translation>下一个会话</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>session before</source>
        <translation>上一个会话</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>select the next session too</source>
        <translation>同时选中下一个会话</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>select the session before too</source>
        <translation>同时选中上一个会话</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>go to the card (from the list)</source>
        <translation>转到卡片（从列表）</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>filter by agent, tool, program and more</source>
        <translation>按智能体、工具、程序等筛选</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>decline and stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>close a question that changed since it was asked</source>
        <translation>关闭提问后已变化的问题</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>edit the arguments</source>
        <translation>编辑参数</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>write a note</source>
        <translation>写备注</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>submit several answers, or an edit</source>
        <translation>提交多个答复或一次编辑</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>exact bytes</source>
        <translation>原始字节</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>values as text, or set out</source>
        <translation>以文本显示值，或分列显示</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>show or mask the secrets of this card</source>
        <translation>显示或遮盖此卡片的机密</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>show the end of the next value</source>
        <translation>显示下一个值的末尾</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>take the answer back</source>
        <translation>收回答复</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>sources: folders of other programs</source>
        <translation>来源：其他程序的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>take care of the session, or let it go</source>
        <translation>负责此会话，或不再负责</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>copy the link to the session</source>
        <translation>复制会话的链接</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>hold everything</source>
        <translation>全部暂停交付</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>these keys</source>
        <translation>这些按键</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>sources: {share} % read</source>
        <translation>来源：已读取 {share} %</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/main_window.py"/>
        <source>{n:,} sessions</source>
        <extracomment>one: {n:,} session</extracomment>
        <translation><numerusform>{n:,} 个会话</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>store not available</source>
        <translation>存储不可用</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Agents that are registered</source>
        <translation>已登记的智能体</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Remove the agent</source>
        <translation>移除该智能体</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Name of the agent</source>
        <translation>智能体的名称</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>its name</source>
        <translation>名称</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>What makes the agent</source>
        <translation>智能体的定义位置</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>module:attribute</source>
        <translation>module:attribute（模块:属性）</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Folder of the agent</source>
        <translation>智能体所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>the folder that it lives in</source>
        <translation>它所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Choose …</source>
        <translation>选择 …</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Choose the folder of the agent</source>
        <translation>选择智能体所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Python of the agent</source>
        <translation>智能体使用的 Python</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>its Python; empty: the one of this window</source>
        <translation>它的 Python；留空则用此窗口的 Python</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Register</source>
        <translation>登记</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>Agents</source>
        <translation>智能体</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>An agent by its name is started as it is written here. Its Python needs Pausedesk beside it.</source>
        <translation>按名称启动的智能体将按此处所写启动。它的 Python 环境中须装有 Pausedesk。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>None is registered</source>
        <translation>尚未登记</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>{spec} in {folder}, by {python}</source>
        <translation>{spec}，位于 {folder}，使用 {python}</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>with {names} set</source>
        <translation>并设置 {names}</translation>
    </message>
    <message>
        <location filename="../../gui/settings/agents_section.py"/>
        <source>The folder that the agent lives in</source>
        <translation>智能体所在的文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_control.py"/>
        <source>An agent needs the folder that it lives in.</source>
        <translation>智能体需要其所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Open this window when you log in</source>
        <translation>登录时打开此窗口</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Links pausedesk://session/… open this window</source>
        <translation>用此窗口打开 pausedesk://session/… 链接</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Language of the window</source>
        <translation>窗口的语言</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Stores that were open before</source>
        <translation>以前打开过的存储</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Open the store in a window of its own</source>
        <translation>在单独的窗口中打开该存储</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Another …</source>
        <translation>其他 …</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Open another store</source>
        <translation>打开其他存储</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Stores</source>
        <translation>存储</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>This window: {path}</source>
        <translation>此窗口：{path}</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>None was open before</source>
        <translation>以前没有打开过</translation>
    </message>
    <message>
        <location filename="../../gui/settings/stores_section.py"/>
        <source>Open a store</source>
        <translation>打开存储</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>waiting</source>
        <translation>等待批准</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, not started</source>
        <translation>已答复，未开始</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>interrupted in a tool</source>
        <translation>在工具中中断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>cut off</source>
        <translation>回复被截断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>reached its output limit</source>
        <translation>达到输出上限</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>message not answered</source>
        <translation>消息未答复</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>model refused</source>
        <translation>模型拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>context full</source>
        <translation>上下文已满</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>provider error</source>
        <translation>模型服务出错</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>May have run</source>
        <translation>可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Answered</source>
        <translation>已答复</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing waits.</source>
        <translation>没有等待的问题。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>When an agent asks for consent, its question appears here by itself.</source>
        <translation>智能体请求同意时，问题会自动出现在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>No call is in doubt.</source>
        <translation>没有存疑的调用。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>A call whose process died before its result was stored would be listed here.</source>
        <translation>进程在保存结果之前终止的调用会列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>No session was interrupted.</source>
        <translation>没有中断的会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Sessions that were cut off or stopped, and can be resumed, are listed here.</source>
        <translation>被截断或停止、可以恢复的会话列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing was answered yet.</source>
        <translation>还没有答复。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Sessions whose questions you or others answered are listed here.</source>
        <translation>由您或他人答复过问题的会话列在这里。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>This store holds no session.</source>
        <translation>此存储中没有会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Start one with  pausedesk run module:agent "prompt" , or fill a demo store with  pausedesk demo .</source>
        <translation>用  pausedesk run module:agent "prompt"  启动一个会话，或用  pausedesk demo  填充演示存储。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>Nothing here.</source>
        <translation>这里没有内容。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>The filter holds sessions, but none with these words and choices. Change them, or show all of it.</source>
        <translation>此筛选中没有符合这些词和选项的会话。请更改它们，或显示此筛选的全部会话。</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, held</source>
        <translation>已答复，暂停交付</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>answered, on its way</source>
        <translation>已答复，交付中</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} calls wait</source>
        <extracomment>one: {n} call waits</extracomment>
        <translation><numerusform>{n} 个调用等待批准</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{hours} h</source>
        <translation>{hours} 小时</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} days</source>
        <extracomment>one: {n} day</extracomment>
        <translation><numerusform>{n} 天</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %Y}</source>
        <translation>{when:%Y}年{when:%m}月{when:%d}日</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %H:%M}</source>
        <translation>{when:%m}月{when:%d}日 {when:%H:%M}</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %Y %H:%M:%S}</source>
        <translation>{when:%Y}年{when:%m}月{when:%d}日 {when:%H:%M:%S}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/words.py"/>
        <source>{n} bytes</source>
        <extracomment>one: {n} byte</extracomment>
        <translation><numerusform>{n} 字节</numerusform></translation>
    </message>
</context>
</TS>
