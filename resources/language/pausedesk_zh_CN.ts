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
        <location filename="../../gui/card/edit_view.py"/>
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
        <location filename="../../core/rules/call_states.py"/>
        <source>Its body ran up to this question: what it did before it asked may stand.</source>
        <translation>函数体已运行到提出此问题之处：提问之前所做的操作可能已经生效。</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <location filename="../../gui/card/sentences.py"/>
        <source>it ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <location filename="../../gui/card/sentences.py"/>
        <source>it did not run</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <source>it cannot tell</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <source>the author's check says {said}{more} (asked by {by})</source>
        <translation>工具作者的检查结果：{said}{more}（由 {by} 发起）</translation>
    </message>
    <message>
        <location filename="../../core/rules/declines.py"/>
        <source>declined before, {number:th} time</source>
        <translation>以前被拒绝过，这是第 {number} 次</translation>
    </message>
    <message>
        <location filename="../../core/rules/differences.py"/>
        <source>The file holds this text already.</source>
        <translation>文件中已是此文本。</translation>
    </message>
    <message>
        <location filename="../../core/rules/differences.py"/>
        <source>Only the ends of lines differ.</source>
        <translation>仅行尾不同。</translation>
    </message>
    <message>
        <location filename="../../core/rules/differences.py"/>
        <source>{changed:,} lines differ: too many to show line by line. The new text is below in full.</source>
        <translation>有 {changed:,} 行不同，行数过多，无法逐行显示。新文本全文见下。</translation>
    </message>
    <message>
        <location filename="../../core/rules/differences.py"/>
        <source>The file does not exist yet; approving would create it.</source>
        <translation>文件尚不存在；批准后将创建。</translation>
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
        <location filename="../../core/rules/expiry.py"/>
        <source>Nobody answered in time: it expired before the answer.</source>
        <translation>无人及时答复：在答复之前已过期。</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <source>It expired before the answer was used.</source>
        <translation>在答复被使用之前已过期。</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <source>Nobody answered in time.</source>
        <translation>无人及时答复。</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/words.py"/>
        <source>expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <source>expires soon, in {span}</source>
        <translation>即将过期，还剩 {span}</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <source>expires in {span}</source>
        <translation>{span}后过期</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <source>{seconds} s</source>
        <translation>{seconds} 秒</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <location filename="../../gui/words.py"/>
        <source>{minutes} min</source>
        <translation>{minutes} 分钟</translation>
    </message>
    <message>
        <location filename="../../core/rules/expiry.py"/>
        <location filename="../../gui/words.py"/>
        <source>{hours} h</source>
        <translation>{hours} 小时</translation>
    </message>
    <message numerus="yes">
        <location filename="../../core/rules/expiry.py"/>
        <location filename="../../gui/words.py"/>
        <source>{n} days</source>
        <extracomment>one: {n} day</extracomment>
        <translation><numerusform>{n} 天</numerusform></translation>
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
        <location filename="../../core/secrets.py"/>
        <source>The system keyring cannot be loaded ({kind}).</source>
        <translation>无法加载系统密钥环（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>Look at PYTHON_KEYRING_BACKEND and at keyring's own settings.</source>
        <translation>请检查 PYTHON_KEYRING_BACKEND 以及 keyring 自身的设置。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>The system keyring cannot be used ({kind}).</source>
        <translation>无法使用系统密钥环（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>Unlock it or start a Secret Service, or set the provider's own environment variable.</source>
        <translation>请将其解锁或启动 Secret Service，也可以设置模型服务自己的环境变量。</translation>
    </message>
    <message>
        <location filename="../../core/store/reads.py"/>
        <source>worker running, process {pid}</source>
        <translation>工作进程正在运行，进程 {pid}</translation>
    </message>
    <message>
        <location filename="../../core/store/reads.py"/>
        <location filename="../../gui/bridge.py"/>
        <source>no worker running</source>
        <translation>没有工作进程在运行</translation>
    </message>
    <message>
        <location filename="../../gui/app.py"/>
        <source>The display {named} does not answer.</source>
        <translation>显示 {named} 没有响应。</translation>
    </message>
    <message>
        <location filename="../../gui/app.py"/>
        <source>There is no display to open the window on.</source>
        <translation>没有可以打开窗口的显示。</translation>
    </message>
    <message>
        <location filename="../../gui/app.py"/>
        <source>Start it in a graphical session, or answer with `pausedesk list` and `pausedesk answer`.</source>
        <translation>请在图形会话中启动，或使用 `pausedesk list` 和 `pausedesk answer` 答复。</translation>
    </message>
    <message>
        <location filename="../../gui/around/alerts.py"/>
        <source>A session waits for your answer.</source>
        <translation>有 1 个会话等待您的答复。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/around/alerts.py"/>
        <source>{n:,} sessions wait for your answer.</source>
        <extracomment>one: {n:,} session waits for your answer.</extracomment>
        <translation><numerusform>有 {n:,} 个会话等待您的答复。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/around/bus.py"/>
        <source>Show</source>
        <translation>显示</translation>
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
        <location filename="../../gui/batch/batch_strip.py"/>
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
        <location filename="../../gui/card/sentences.py"/>
        <source>{by} holds everything since {at}{why}. Answers are kept; none is used and nothing starts until it is released.</source>
        <translation>{by} 自 {at} 起全部暂停交付{why}。答复会保留；解除之前，不使用任何答复，也不启动任何运行。</translation>
    </message>
    <message>
        <location filename="../../gui/around/instance.py"/>
        <source>A window is open on this store and does not answer.</source>
        <translation>此存储已有一个打开的窗口，但没有响应。</translation>
    </message>
    <message>
        <location filename="../../gui/around/instance.py"/>
        <source>Close it, or end its process, and start again.</source>
        <translation>请关闭该窗口或结束其进程，然后重新启动。</translation>
    </message>
    <message>
        <location filename="../../gui/around/opening.py"/>
        <source>There is no session {session} in this store. A link names no store: it may be in another.</source>
        <translation>此存储中没有会话 {session}。链接不指明存储：它可能在另一个存储中。</translation>
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
    <message numerus="yes">
        <location filename="../../gui/around/tray.py"/>
        <source>Pausedesk: {n:,} sessions wait</source>
        <extracomment>one: Pausedesk: {n:,} session waits</extracomment>
        <translation><numerusform>Pausedesk：{n:,} 个会话等待答复</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/around/tray.py"/>
        <source>Pausedesk: nothing waits</source>
        <translation>Pausedesk：没有等待的问题</translation>
    </message>
    <message>
        <location filename="../../gui/around/tray.py"/>
        <source>Open Pausedesk</source>
        <translation>打开 Pausedesk</translation>
    </message>
    <message>
        <location filename="../../gui/around/tray.py"/>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
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
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>That was within a moment of the question appearing, so nothing was handed over. Press again.</source>
        <translation>问题刚刚出现就按了键，因此没有交付任何答复。请再按一次。</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Decline and stop is for one session at a time: select that one alone.</source>
        <translation>“拒绝并停止”一次只能用于一个会话：请只选中该会话。</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Selected sessions</source>
        <translation>选中的会话</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Selected calls</source>
        <translation>选中的调用</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Note to each agent</source>
        <translation>给每个智能体的备注</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Note: each agent reads it as your words</source>
        <translation>备注：每个智能体将其作为您的原话阅读</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Approve …</source>
        <translation>批准…</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Approve what is selected</source>
        <translation>批准选中的内容</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Decline …</source>
        <translation>拒绝…</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Decline what is selected</source>
        <translation>拒绝选中的内容</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <location filename="../../gui/crash.py"/>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>another act on this session is on its way</source>
        <translation>此会话的另一项操作正在进行</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Approve {number}</source>
        <translation>批准 {number} 个</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>Decline {number}</source>
        <translation>拒绝 {number} 个</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>{n:,} sessions selected.</source>
        <extracomment>one: {n:,} session selected.</extracomment>
        <translation><numerusform>已选中 {n:,} 个会话。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>At most {most} are answered at once.</source>
        <translation>一次最多答复 {most} 个。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>{n:,} answers handed over.</source>
        <extracomment>one: {n:,} answer handed over.</extracomment>
        <translation><numerusform>已交付 {n:,} 个答复。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>{number} on the way …</source>
        <translation>{number} 个正在交付…</translation>
    </message>
    <message>
        <location filename="../../gui/batch/batch_strip.py"/>
        <source>{number} refused:</source>
        <translation>{number} 个未被接受：</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>answered already</source>
        <translation>已答复</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>takes no answer here</source>
        <translation>在此不能答复</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>you are editing its arguments</source>
        <translation>您正在编辑其参数</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>you chose something else on its card</source>
        <translation>您在其卡片上作了另外的选择</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>its time is over</source>
        <translation>已过期限</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>a question that takes an answer of its own: open its card</source>
        <translation>此问题需要单独作答：请打开其卡片</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>changed since it was asked: look at its card</source>
        <translation>提问之后有变化：请查看其卡片</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>you have not seen its values to their end: open its card</source>
        <translation>您尚未看完它的值：请打开其卡片</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>asks nothing</source>
        <translation>没有提问</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>Nothing of what is selected can be approved at once.</source>
        <translation>选中的内容都不能一次批准。</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>Nothing of what is selected can be declined at once.</source>
        <translation>选中的内容都不能一次拒绝。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/batch/reading.py"/>
        <source>{n:,} calls</source>
        <extracomment>one: {n:,} call</extracomment>
        <translation><numerusform>{n:,} 个调用</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/batch/reading.py"/>
        <location filename="../../gui/inbox/inbox.py"/>
        <source>{n:,} sessions</source>
        <extracomment>one: {n:,} session</extracomment>
        <translation><numerusform>{n:,} 个会话</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>Approve {calls} of {sessions}?</source>
        <translation>批准 {sessions}中的 {calls}？</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>Decline {calls} of {sessions}?</source>
        <translation>拒绝 {sessions}中的 {calls}？</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>{number} left out.</source>
        <translation>其中 {number} 项未包括。</translation>
    </message>
    <message>
        <location filename="../../gui/batch/reading.py"/>
        <source>left out: {line}</source>
        <translation>未包括：{line}</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Nothing has run. The question stands anew with your arguments: look at it, then approve or decline it.</source>
        <translation>没有运行任何内容。问题已按您的参数重新提出：请查看后批准或拒绝。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Closed: the call does not run. Resume lets the model ask anew.</source>
        <translation>已关闭：该调用不会运行。“恢复”会让模型重新提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Asked to go on; a worker takes it up.</source>
        <translation>已请求继续；工作进程会接手。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Opened in a terminal. Its row follows when its file is read again.</source>
        <translation>已在终端中打开。再次读取其文件后，列表中的行会随之更新。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>This failed through a fault of Pausedesk; nothing more was done.</source>
        <translation>由于 Pausedesk 自身的故障，操作失败；没有做更多事情。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>long; it is being made ready</source>
        <translation>内容较长，正在准备</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>The tool is recognised by the version its author gave it.</source>
        <translation>按作者给定的版本识别此工具。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>The tool is recognised by its source text; what it calls is not covered.</source>
        <translation>按源代码识别此工具；它所调用的代码不在其内。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>The tool is recognised by its arguments only; a change of its code would not be seen.</source>
        <translation>仅按参数识别此工具；其代码的改动不会被发现。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Sealed: an edit of the store would be seen.</source>
        <translation>已封印：对存储的改动会被发现。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Not sealed: no keyring could be used when this was asked. An edit of the store and of the list beside its witness would not be seen.</source>
        <translation>未封印：提问时没有可用的密钥环。同时改动存储和见证旁的列表将不会被发现。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Look twice: characters here are not what they seem.</source>
        <translation>请仔细查看：此处有字符与看上去的不同。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <location filename="../../gui/card/unknown.py"/>
        <source>Show secrets</source>
        <translation>显示机密</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>— no arguments —</source>
        <translation>— 没有参数 —</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>— end of arguments —</source>
        <translation>— 参数结束 —</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Exact bytes</source>
        <translation>准确字节</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Digest {digest}</source>
        <translation>摘要 {digest}</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <location filename="../../gui/card/unknown.py"/>
        <source>Hide secrets</source>
        <translation>隐藏机密</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Exactly what is hashed, compared and run: {size}</source>
        <translation>用于计算摘要、比较和运行的准确内容：{size}</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <location filename="../../gui/card/value_view.py"/>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Copy the exact bytes</source>
        <translation>复制准确字节</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Digest</source>
        <translation>摘要</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Secrets are masked here; the digest is over the real bytes.</source>
        <translation>此处机密已遮蔽；摘要按真实字节计算。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>What the model sent (defaults not filled in)</source>
        <translation>模型发送的内容（未填入默认值）</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>What the model sent</source>
        <translation>模型发送的内容</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Changed since asked: {what}</source>
        <translation>提问之后有变化：{what}</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Its tools were checked {when}.</source>
        <translation>其工具检查于 {when}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>The agent's own words; nobody else vouches for them.</source>
        <translation>智能体自己的话；没有其他人为其担保。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Asked by the rule “{chain}”.</source>
        <translation>由规则“{chain}”提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>Asked by a rule.</source>
        <translation>由规则提问。</translation>
    </message>
    <message>
        <location filename="../../gui/card/call_view.py"/>
        <source>In the words of the tool's author.</source>
        <translation>使用工具作者的措辞。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/call_view.py"/>
        <source>{n:,} rules asked.</source>
        <extracomment>one: {n:,} rule asked.</extracomment>
        <translation><numerusform>{n:,} 条规则提问。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>What resuming does</source>
        <translation>恢复时如何处理</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>How the session stands</source>
        <translation>会话的状态</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>The prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>It was asked</source>
        <translation>提示词内容</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>Other calls of the same turn</source>
        <translation>同一轮的其他调用</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>Calls that were in doubt</source>
        <translation>曾存疑的调用</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>What happens next</source>
        <translation>接下来会怎样</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_body.py"/>
        <source>Where it comes from</source>
        <translation>来源信息</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>That was within a moment of the card appearing, so nothing was decided. Press again.</source>
        <translation>卡片刚刚出现就按了键，因此没有作出决定。请再按一次。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Card</source>
        <translation>卡片</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Choose a session in the list.</source>
        <translation>请在列表中选择会话。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>No session is open.</source>
        <translation>没有打开会话。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>This session is no longer in the store.</source>
        <translation>此会话已不在存储中。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>undecided</source>
        <translation>未决定</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Call {number}, {tool}: {word}</source>
        <translation>调用 {number}，{tool}：{word}</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Submit {number} answers</source>
        <translation>提交 {number} 个答复</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Its values are long and still being made ready; everything else is here.</source>
        <translation>其值较长，仍在准备中；其余内容均已显示。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Approve opens once the secrets were shown: what is masked would run too.</source>
        <translation>显示机密之后才能批准：被遮蔽的内容同样会运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Approve opens once the end of “{name}” was in sight.</source>
        <translation>看到“{name}”的末尾之后才能批准。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/card_panel.py"/>
        <source>{n:,} calls still to decide, then submit.</source>
        <extracomment>one: {n:,} call still to decide, then submit.</extracomment>
        <translation><numerusform>还有 {n:,} 个调用待决定，然后提交。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Every call is decided.</source>
        <translation>所有调用均已决定。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>a approves, d declines, s declines and stops, e edits, n writes a note.</source>
        <translation>a 批准，d 拒绝，s 拒绝并停止，e 编辑，n 写备注。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Handing over …</source>
        <translation>正在交付…</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>A call of this session is in doubt: settle it above.</source>
        <translation>此会话有一个调用存疑：请在上方认定。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Nothing waits for you in this session.</source>
        <translation>此会话没有等待您的问题。</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Copied: {line}</source>
        <translation>已复制：{line}</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <location filename="../../gui/main_window.py"/>
        <source>approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <source>decline, stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <location filename="../../gui/main_window.py"/>
        <source>decline</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/card/diff_view.py"/>
        <source>Difference to the file as it is now</source>
        <translation>与当前文件的差异</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/diff_view.py"/>
        <source>{n:,} lines added, {removed:,} removed</source>
        <extracomment>one: {n:,} line added, {removed:,} removed</extracomment>
        <translation><numerusform>增加 {n:,} 行，删除 {removed:,} 行</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/diff_view.py"/>
        <source>no difference shown</source>
        <translation>未显示差异</translation>
    </message>
    <message>
        <location filename="../../gui/card/diff_view.py"/>
        <source>Change to {path} as the file is now: {counts}</source>
        <translation>对当前文件 {path} 的改动：{counts}</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>Your arguments in the place of the model's. The tool is the same; it checks them, and nothing runs yet.</source>
        <translation>用您的参数代替模型的参数。工具不变；由工具检查参数，暂不运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>masked; show the secrets to change it</source>
        <translation>已遮蔽；显示机密后才能修改</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>too long for a field; it stays as it is (pausedesk answer --edit takes a file)</source>
        <translation>过长，无法在此编辑；保持原样（pausedesk answer --edit 可使用文件）</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>Ask anew with these arguments</source>
        <translation>用这些参数重新提问</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>Edit as JSON</source>
        <translation>以 JSON 编辑</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>Edit in fields</source>
        <translation>分项编辑</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <location filename="../../gui/card/value_view.py"/>
        <source>filled in by the tool</source>
        <translation>由工具填入</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>{name}, masked</source>
        <translation>{name}，已遮蔽</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>a JSON value</source>
        <translation>JSON 值</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>{name}, to be edited</source>
        <translation>{name}，可编辑</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>Leave as it was</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <location filename="../../gui/card/edit_view.py"/>
        <source>The arguments as JSON, to be edited</source>
        <translation>JSON 形式的参数，可编辑</translation>
    </message>
    <message>
        <location filename="../../gui/card/edits.py"/>
        <source>Send your arguments or leave them: until then nothing of this call is approved.</source>
        <translation>请发送您的参数或放弃编辑：在此之前不会批准此调用。</translation>
    </message>
    <message>
        <location filename="../../gui/card/edits.py"/>
        <source>The tool checks your arguments; nothing of the call runs. That loads its agent, which may take a while.</source>
        <translation>工具正在检查您的参数；调用不会运行。这需要加载其智能体，可能要等一会儿。</translation>
    </message>
    <message>
        <location filename="../../gui/card/edits.py"/>
        <source>This question cannot be edited any more: what you typed was not used.</source>
        <translation>此问题不能再编辑：您输入的内容未被使用。</translation>
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
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>null: no value</source>
        <translation>null：没有值</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>empty text</source>
        <translation>空文本</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>text with spaces around it</source>
        <translation>首尾有空格的文本</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>text</source>
        <translation>文本</translation>
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
        <location filename="../../gui/card/prepared.py"/>
        <source>the question</source>
        <translation>问题</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>the tool's name</source>
        <translation>工具名称</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>the name “{name}”</source>
        <translation>名称“{name}”</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>In {where}: {warning}</source>
        <translation>{where}：{warning}</translation>
    </message>
    <message>
        <location filename="../../gui/card/prepared.py"/>
        <source>… {number:,} characters and a little more are not shown here.</source>
        <translation>… 此处略去 {number:,} 个以上的字符。</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>May have run: the model is told so, and it is not run again</source>
        <translation>可能已经运行：告知模型，不再运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Of an older turn, may have run: the model is told so, and it is not run again</source>
        <translation>较早一轮的调用，可能已经运行：告知模型，不再运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>What is recorded of it is put in; it is not run again</source>
        <translation>填入已记录的结果，不再运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Declined: the model is told so; it does not run</source>
        <translation>已拒绝：告知模型，不运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Its question can no longer be answered: the model reads so, and may ask anew</source>
        <translation>其问题已不能答复：告知模型，模型可重新提问</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Runs again: its author says that repeating it is harmless</source>
        <translation>再次运行：作者声明重复运行无害</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Approved and not started: it will run once</source>
        <translation>已批准但未开始：将运行一次</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Never started: it is asked about, or runs where no approval is needed</source>
        <translation>从未开始：将征求批准，无需批准的则运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/resume_list.py"/>
        <source>Added for the model: {message}</source>
        <translation>为模型添加：{message}</translation>
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
    <message numerus="yes">
        <location filename="../../gui/card/sentences.py"/>
        <source>{n:,} calls of one turn. None can be answered here.</source>
        <extracomment>one: {n:,} call of one turn. None can be answered here.</extracomment>
        <translation><numerusform>同一轮的 {n:,} 个调用。在此均不能答复。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/sentences.py"/>
        <source>{n:,} calls of one turn: look at each, decide each, submit once.</source>
        <extracomment>one: {n:,} call of one turn: look at each, decide each, submit once.</extracomment>
        <translation><numerusform>同一轮的 {n:,} 个调用：逐个查看，逐个决定，一次提交。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{decided} of {waiting} decided.</source>
        <translation>已决定 {decided}/{waiting}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>All are answered.</source>
        <translation>均已答复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>the call {how}</source>
        <translation>调用{how}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{by} changed the arguments. What would run is what stands here.</source>
        <translation>{by} 更改了参数。将要运行的是此处所示的内容。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>The model had asked for: {arguments}</source>
        <translation>模型原先请求的是：{arguments}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>The same call was {told}.</source>
        <translation>相同的调用{told}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Earlier answer to the same call: {answer}</source>
        <translation>此前对同一调用的答复：{answer}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>The question {how}; then the call does not run.</source>
        <translation>此问题{how}；过期后调用不会运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>does not expire</source>
        <translation>不会过期</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{when} ({ago}), {expiry}</source>
        <translation>{when}（{ago}），{expiry}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Asked</source>
        <translation>提问</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>none at this moment; {interpreter}</source>
        <translation>目前没有；{interpreter}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{ending} ({sure}): {why}</source>
        <translation>{ending}（{sure}）：{why}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/sentences.py"/>
        <source>{n:,} messages</source>
        <extracomment>one: {n:,} message</extracomment>
        <translation><numerusform>{n:,} 条消息</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Ending</source>
        <translation>结束方式</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Kept in</source>
        <translation>保存位置</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>In doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{tools}: without a result there, so it may have run.</source>
        <translation>{tools}：该处没有结果，因此可能已经运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Unreadable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>a person stopped it</source>
        <translation>由人停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>its process stopped</source>
        <translation>其进程停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>who stopped it is not known</source>
        <translation>不知由谁停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{by} holds this session since {at}{why}. Answers are kept; none is used and nothing starts until it is released.</source>
        <translation>{by} 自 {at} 起暂停此会话的交付{why}。答复会保留；解除之前，不使用任何答复，也不启动任何运行。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Resume: {what}</source>
        <translation>恢复：{what}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>It can be resumed once it is released.</source>
        <translation>解除后即可恢复。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This session cannot be read: {why}</source>
        <translation>此会话无法读取：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>A limit ended its run.</source>
        <translation>其运行因达到限制而结束。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Its process ended.</source>
        <translation>其进程已结束。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>A person stopped it.</source>
        <translation>由人停止。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{ending}.</source>
        <translation>{ending}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>left unknown</source>
        <translation>保持未知</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>a person</source>
        <translation>某人</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>{tool}  —  {end}, settled by {by}{found}.</source>
        <translation>{tool}  —  {end}，由 {by} 认定{found}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>A result arrived later: {result}</source>
        <translation>后来收到结果：{result}</translation>
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
        <source>reached {at}</source>
        <translation>到达于 {at}</translation>
    </message>
    <message>
        <location filename="../../gui/card/track.py"/>
        <source>not yet</source>
        <translation>尚未</translation>
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
        <location filename="../../gui/card/unknown.py"/>
        <source>Its process is still alive, so the call may still be running: it can be settled once that process has ended.</source>
        <translation>其进程仍在，因此调用可能仍在运行：该进程结束后才能认定。</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Nobody can tell from this machine whether its process has ended: settle it on the machine that ran it.</source>
        <translation>从本机无法判断其进程是否已结束：请在运行它的机器上认定。</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>By</source>
        <translation>运行者</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>That process</source>
        <translation>该进程</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Came late</source>
        <translation>迟到的结果</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Last output</source>
        <translation>最后的输出</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>{tool} may have run</source>
        <translation>{tool} 可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>It was started and no result was kept, so nobody can tell from here. It will not be run again by itself. Look where the call would have left a trace, then say what you found.</source>
        <translation>它已开始，但没有留下结果，因此无法从此处判断。它不会自动再次运行。请到调用应留下痕迹的地方查看，然后说明您的发现。</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>The call</source>
        <translation>调用</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>What is known</source>
        <translation>已知情况</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>What you found</source>
        <translation>您的发现</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>for “It ran”: the result, or where you saw it</source>
        <translation>若为“已运行”：填写结果，或您在何处看到</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>It ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>It did not run</source>
        <translation>没有运行</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Leave it unknown and go on</source>
        <translation>保持未知并继续</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>Your answer is recorded with your name, and the agent is told it as yours.</source>
        <translation>您的答复将连同您的姓名一起记录，并以您的名义告知智能体。</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>is alive</source>
        <translation>仍在</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>is gone</source>
        <translation>已结束</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>cannot be asked from this machine</source>
        <translation>无法从本机查询</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>{when} ({age})</source>
        <translation>{when}（{age}）</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <source>none was kept</source>
        <translation>没有保留</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>set out in parts; ↳ begins no line of the value</source>
        <translation>分列显示；↳ 处不是值中新行的开头</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/value_view.py"/>
        <source>{n:,} lines</source>
        <extracomment>one: {n:,} line</extracomment>
        <translation><numerusform>{n:,} 行</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>long lines are broken at {sign}</source>
        <translation>长行在 {sign} 处折断</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>As text</source>
        <translation>以文本显示</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>{name} as text</source>
        <translation>以文本显示 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>Copy {name} in full</source>
        <translation>复制完整的 {name}</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>{name}, value</source>
        <translation>{name}，值</translation>
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
    <message numerus="yes">
        <location filename="../../gui/card/value_view.py"/>
        <source>↓ {n:,} more lines</source>
        <extracomment>one: ↓ {n:,} more line</extracomment>
        <translation><numerusform>↓ 还有 {n:,} 行</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>— end of {name} —</source>
        <translation>— {name} 结束 —</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Pausedesk: a fault</source>
        <translation>Pausedesk：故障</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Something in Pausedesk itself failed.</source>
        <translation>Pausedesk 自身发生故障。</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>What the track of an answer shows is in the store and is not lost; runs go on without the window. Please send these details to the maintainers. What looks like a secret is masked; read them first.</source>
        <translation>回答的轨迹所显示的内容都在存储中，没有丢失；没有窗口，运行也会继续。请把这些详情发给维护者。看起来像密钥的内容已被遮盖；请先阅读一遍。</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Details of the fault</source>
        <translation>故障的详细信息</translation>
    </message>
    <message>
        <location filename="../../gui/crash.py"/>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/crash.py"/>
        <source>{n} more since then</source>
        <extracomment>one: {n} more since then</extracomment>
        <translation><numerusform>此后又有 {n} 个</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>agent</source>
        <translation>智能体</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>agent, thinking</source>
        <translation>智能体，思考</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>compacted here</source>
        <translation>在此压缩</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>declined</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>as stored</source>
        <translation>原样</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>of {agent}</source>
        <translation>属于 {agent}</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>(left: {branch})</source>
        <translation>（已离开：{branch}）</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Show all ({n:,} lines)</source>
        <extracomment>one: Show all ({n:,} line)</extracomment>
        <translation><numerusform>显示全部（{n:,} 行）</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>History and evidence</source>
        <translation>历史与证据</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Before this</source>
        <translation>此前</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>This call</source>
        <translation>此调用</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Recorded</source>
        <translation>记录</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Nothing was said before.</source>
        <translation>此前没有对话。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>{n:,} older messages not shown</source>
        <extracomment>one: {n:,} older message not shown</extracomment>
        <translation><numerusform>未显示 {n:,} 条较早的消息</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Show older</source>
        <translation>显示较早的消息</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>Earlier answer</source>
        <translation>以前的答复</translation>
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
        <location filename="../../gui/sources/sources_dialog.py"/>
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
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/inbox.py"/>
        <source>Show all of this filter</source>
        <translation>显示此筛选的全部会话</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/inbox/inbox.py"/>
        <source>{found} of {n:,} sessions</source>
        <extracomment>one: {found} of {n:,} session</extracomment>
        <translation><numerusform>列出 {found} 个，共 {n:,} 个会话</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/inbox/inbox.py"/>
        <source>{number} new ↑</source>
        <translation>{number} 个新会话 ↑</translation>
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
        <source>Any agent</source>
        <translation>任何智能体</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any tool</source>
        <translation>任何工具</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/narrow_row.py"/>
        <source>Any program</source>
        <translation>任意程序</translation>
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
        <location filename="../../gui/inbox/shown_row.py"/>
        <source>(no title)</source>
        <translation>（无标题）</translation>
    </message>
    <message>
        <location filename="../../gui/keys.py"/>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <location filename="../../gui/language.py"/>
        <source>This failed ({kind}).</source>
        <translation>操作失败（{kind}）。</translation>
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
        <location filename="../../gui/settings/settings_dialog.py"/>
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
        <location filename="../../gui/settings/retention_section.py"/>
        <source>Days without a change after which a session is old</source>
        <translation>会话多少天没有变化才算旧</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>See what would go</source>
        <translation>查看将删除什么</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>Stop deleting</source>
        <translation>停止删除</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>How much is deleted</source>
        <translation>删除进度</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>Old sessions</source>
        <translation>旧会话</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>Sessions that have not changed for so many days can be deleted for good. Nothing is deleted by itself, and none that waits, runs or may have run.</source>
        <translation>这么多天没有变化的会话可以永久删除。不会自动删除任何内容，也不会删除正在等待、正在运行或可能已经运行的会话。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/settings/retention_section.py"/>
        <source>Delete {n} sessions for good</source>
        <extracomment>one: Delete {n} session for good</extracomment>
        <translation><numerusform>永久删除 {n} 个会话</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/settings/retention_section.py"/>
        <source>{n} more are as old and stay.</source>
        <extracomment>one: {n} more is as old and stays.</extracomment>
        <translation><numerusform>另有 {n} 个同样旧的会话会保留。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/settings/retention_section.py"/>
        <source>{n} sessions would go.</source>
        <extracomment>one: {n} session would go.</extracomment>
        <translation><numerusform>将删除 {n} 个会话。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>None would go.</source>
        <translation>没有会话会被删除。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>They are being deleted.</source>
        <translation>正在删除。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>It stops after this part. What is deleted already cannot be brought back.</source>
        <translation>这一部分之后停止。已删除的内容无法恢复。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/settings/retention_section.py"/>
        <source>{n} sessions were deleted.</source>
        <extracomment>one: {n} session was deleted.</extracomment>
        <translation><numerusform>已删除 {n} 个会话。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/settings/retention_section.py"/>
        <source>It was stopped before the others.</source>
        <translation>其余会话在删除前已停止。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_control.py"/>
        <source>An agent needs the folder that it lives in.</source>
        <translation>智能体需要其所在的文件夹。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Nothing</source>
        <translation>不通知</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>That something waits, and nothing of it</source>
        <translation>仅告知有问题等待，不含内容</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>What is asked</source>
        <translation>所提的问题</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Provider keys are kept in the system keyring under the names that providers know them by. A key that is kept is never shown again.</source>
        <translation>模型服务的密钥按服务方所用的名称保存在系统密钥环中。保存后的密钥不再显示。</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Pausedesk: settings</source>
        <translation>Pausedesk：设置</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>The name your answers are given under</source>
        <translation>您答复时使用的姓名</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>the name of your account</source>
        <translation>您的账户名称</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Minutes until an approval asks for a fresh press</source>
        <translation>批准在多少分钟后需重新确认</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>A sound with each notification</source>
        <translation>通知时播放声音</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Single keys act in the window (a, d, j, …)</source>
        <translation>在窗口中启用单键操作（a、d、j…）</translation>
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
        <source>What a notification says</source>
        <translation>通知的内容</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Colours</source>
        <translation>配色</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Your name</source>
        <translation>您的姓名</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>A notification says</source>
        <translation>通知内容</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>An approval no runner
took up asks again after</source>
        <translation>无运行器接收的批准
在多久后需重新确认</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>minutes; 0: never</source>
        <translation>分钟；0 表示从不</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Provider keys</source>
        <translation>模型服务密钥</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Provider keys that are kept</source>
        <translation>已保存的模型服务密钥</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Name of the key</source>
        <translation>密钥名称</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Value of the key</source>
        <translation>密钥值</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>its value, never shown</source>
        <translation>密钥值，从不显示</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Keep</source>
        <translation>保存</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Sources …</source>
        <translation>来源…</translation>
    </message>
    <message>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>None is kept</source>
        <translation>没有保存的密钥</translation>
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
        <location filename="../../gui/sources/scan_control.py"/>
        <source>Looking …</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <location filename="../../gui/sources/scan_control.py"/>
        <source>Stopped. What was read stays listed.</source>
        <translation>已停止。已读取的内容仍在列表中。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/sources/scan_control.py"/>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>{n:,} files</source>
        <extracomment>one: {n:,} file</extracomment>
        <translation><numerusform>{n:,} 个文件</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/sources/scan_control.py"/>
        <source>{read:,} of {files} read in {folder}</source>
        <translation>已读取 {read:,} 个，共 {files}，位于 {folder}</translation>
    </message>
    <message>
        <location filename="../../gui/sources/scan_control.py"/>
        <source>Looking into {folder}</source>
        <translation>正在查看 {folder}</translation>
    </message>
    <message>
        <location filename="../../gui/sources/scan_control.py"/>
        <source>{folder}: {files}, {new}, {changed:,} changed, {unreadable:,} unreadable</source>
        <translation>{folder}：{files}，{new}，{changed:,} 个有变化，{unreadable:,} 个无法读取</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/sources/scan_control.py"/>
        <source>{n:,} new sessions</source>
        <extracomment>one: {n:,} new session</extracomment>
        <translation><numerusform>{n:,} 个新会话</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/sources/scan_control.py"/>
        <source>The look ended unexpectedly (exit code {code}).</source>
        <translation>查找意外结束（退出码 {code}）。</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Sessions of other programs, read where they lie. Nothing is written there, and nothing is looked at that is not turned on here.</source>
        <translation>其他程序的会话，就地读取。不在那里写入任何内容，也不查看未在此启用的文件夹。</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Pausedesk: sources</source>
        <translation>Pausedesk：来源</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>How much is read</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>What could not be read</source>
        <translation>无法读取的内容</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Add folder …</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Look now</source>
        <translation>立即查找</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Looking on: what changes is read as it changes.</source>
        <translation>持续查找：有变化时随即读取。</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>any program</source>
        <translation>任何程序</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>{program} in {folder}</source>
        <translation>{program}，位于 {folder}</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>Look for sessions in</source>
        <translation>在此文件夹中查找会话</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>not looked at yet</source>
        <translation>尚未查看</translation>
    </message>
    <message>
        <location filename="../../gui/sources/sources_dialog.py"/>
        <source>{files}, {unreadable:,} unreadable, {when}</source>
        <translation>{files}，{unreadable:,} 个无法读取，{when}</translation>
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
        <source>probable</source>
        <translation>很可能</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>guess</source>
        <translation>推测</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>certain</source>
        <translation>确定</translation>
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
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{when:%d %b %Y}</source>
        <translation>{when:%Y}年{when:%m}月{when:%d}日</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>{age} ago</source>
        <translation>{age}前</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>just now</source>
        <translation>刚刚</translation>
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
