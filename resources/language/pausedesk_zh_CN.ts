<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pausedesk</name>
    <message>
        <location filename="../../core/importers/cards.py"/>
        <source>{file} holds no session of {format} any more.</source>
        <translation>{file} 中不再有 {format} 的会话。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>{death} Its last output was: {line}</source>
        <translation>{death}最后的输出：{line}</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>process {pid} on {host}, started {at}, gone according to {by}</source>
        <translation>{host} 上的进程 {pid}，启动于 {at}，据 {by} 所述已结束</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>process {pid} on {host}, started {at}</source>
        <translation>{host} 上的进程 {pid}，启动于 {at}</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The agent's process {pid} stopped answering.</source>
        <translation>智能体的进程 {pid} 不再响应。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The agent's process was killed ({signal}).</source>
        <translation>智能体的进程被终止（{signal}）。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The agent's process ended by itself (exit code {code}).</source>
        <translation>智能体的进程自行结束（退出码 {code}）。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The door that had taken it up ended before it was spent ({door}).</source>
        <translation>接手它的进程在决定使用之前已结束（{door}）。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>It waited too long for a runner; approve it afresh.</source>
        <translation>等待运行器的时间过长；请重新批准。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The agent left {what} to an outside system, which cannot answer.</source>
        <translation>智能体把 {what} 交给了外部系统，而它无法答复。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The model's answer reached the limit of its length.</source>
        <translation>模型的回答达到了长度上限。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The model or its provider declined to answer.</source>
        <translation>模型或其服务方拒绝回答。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>What was interrupted ran again.</source>
        <translation>被中断的调用已重新运行。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>A person declined and stopped the run.</source>
        <translation>有人拒绝并停止了运行。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The door was stopped.</source>
        <translation>执行进程被停止。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>A fault ended the door ({kind}).</source>
        <translation>执行进程因故障结束（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The end of a call could not be recorded.</source>
        <translation>无法记录某个调用的结束。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The run failed.</source>
        <translation>运行失败。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>Another door has taken this session over; nothing of this one landed after that.</source>
        <translation>另一个进程已接管此会话；此后本进程的内容均未写入。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <location filename="../../core/store/answering.py"/>
        <source>This store never asked that question.</source>
        <translation>此存储从未提出该问题。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>A newer question took its place.</source>
        <translation>已有新的问题取代它。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The question was asked under another store.</source>
        <translation>该问题是在另一个存储下提出的。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>This question was answered already.</source>
        <translation>此问题已得到答复。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>What would run is not what was asked.</source>
        <translation>将要运行的内容与所问的不同。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The tool {tool} changed since it was asked.</source>
        <translation>提问之后工具 {tool} 有变化。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>The rules that asked have changed.</source>
        <translation>提问所依据的规则有变化。</translation>
    </message>
    <message>
        <location filename="../../core/model/kept_words.py"/>
        <source>No approval of this call is in this runner's hand.</source>
        <translation>此运行器手中没有对此调用的批准。</translation>
    </message>
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
        <location filename="../../core/rules/answered_pause.py"/>
        <source>This request was replaced by a new one; the new one asks for its own answer.</source>
        <translation>此请求已被新的请求取代；新的请求需要单独答复。</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <source>Its body ran up to this question: what it did before it asked may stand.</source>
        <translation>函数体已运行到提出此问题之处：提问之前所做的操作可能已经生效。</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/incident/call_row.py"/>
        <source>it ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/call_states.py"/>
        <location filename="../../gui/card/sentences.py"/>
        <location filename="../../gui/incident/call_row.py"/>
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
        <location filename="../../core/rules/edit_fields.py"/>
        <source>These are no arguments: {error}</source>
        <translation>这不是参数：{error}</translation>
    </message>
    <message>
        <location filename="../../core/rules/edit_fields.py"/>
        <source>The arguments of a call are one JSON object.</source>
        <translation>调用的参数应为一个 JSON 对象。</translation>
    </message>
    <message>
        <location filename="../../core/rules/edit_fields.py"/>
        <source>“{name}” holds no JSON value. A text stands in quotes.</source>
        <translation>“{name}”不是 JSON 值。文本须用引号括起。</translation>
    </message>
    <message>
        <location filename="../../core/rules/edit_fields.py"/>
        <source>“{name}”: {error}</source>
        <translation>“{name}”：{error}</translation>
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
        <source>Answered {tool}</source>
        <translation>回答了 {tool}</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>Skipped {tool}</source>
        <translation>跳过了 {tool}</translation>
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
        <source>The answer to {tool} was written down for the agent</source>
        <translation>已为智能体记下对 {tool} 的回答</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>The skip of {tool} was written down for the agent</source>
        <translation>已为智能体记下对 {tool} 的跳过</translation>
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
        <source>refused</source>
        <translation>被拒绝执行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>marked</source>
        <translation>可能已运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <location filename="../../core/rules/event_words.py"/>
        <source>failed</source>
        <translation>失败</translation>
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
        <location filename="../../core/rules/own_command.py"/>
        <source>Its own program goes on with it: {call}. The folder that it was called in is not known.</source>
        <translation>由其自己的程序继续：{call}。不知道它是在哪个文件夹中运行的。</translation>
    </message>
    <message>
        <location filename="../../core/rules/own_command.py"/>
        <source>Its own program goes on with it: {call}, in {folder}.</source>
        <translation>由其自己的程序继续：{call}，位于 {folder}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/own_command.py"/>
        <source>Its own program goes on with it: {call}, in {folder} - but that folder is not there any more.</source>
        <translation>由其自己的程序继续：{call}，位于 {folder}——但该文件夹已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The last message was not answered; the model answers it.</source>
        <translation>最后一条消息未得到回答，由模型回答。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>All tool results are there; the model goes on.</source>
        <translation>工具结果已齐全，模型继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The last answer was cut off; the model starts it again.</source>
        <translation>最后的回答被中断，由模型重新开始。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The last answer reached the output limit; the model continues it.</source>
        <translation>最后的回答达到输出长度上限，由模型接着写。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The provider paused the last answer; the model goes on with it.</source>
        <translation>服务方暂停了最后的回答，由模型继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>One tool call has no result: {names}.</source>
        <translation>1 个工具调用没有结果：{names}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{count} tool calls have no result: {names}.</source>
        <translation>{count} 个工具调用没有结果：{names}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{names} and {more} more</source>
        <translation>{names} 以及另外 {more} 个</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model is told that {names} may have run; that is not run again.</source>
        <translation>告知模型 {names} 可能已运行，不再运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{names} of an older turn has no result: the model is told there that it may have run; that is not run again.</source>
        <translation>较早一轮的 {names} 没有结果：在原处告知模型其可能已运行，不再运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>What is recorded of {names} is put in; that is not run again.</source>
        <translation>填入已记录的 {names} 的结果，不再运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model is told that {names} was declined.</source>
        <translation>告知模型 {names} 已被拒绝。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model reads the answer to {names}.</source>
        <translation>模型读取对 {names} 的回答。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model is told that {names} was skipped.</source>
        <translation>告知模型 {names} 已被跳过。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model reads that the question about {names} could no longer be answered, and may ask anew.</source>
        <translation>告知模型关于 {names} 的问题已无法回答，模型可重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{names} runs again: its author says that repeating it is harmless.</source>
        <translation>{names} 再次运行：作者声明重复运行无害。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Approved and not started, it will run once: {names}.</source>
        <translation>已批准但未开始，将运行一次：{names}。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Never started: {names}. It is asked about, or runs where no approval is needed.</source>
        <translation>从未开始：{names}。将征求批准，无需批准的则运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>One call has no result; what becomes of it is listed above.</source>
        <translation>1 个工具调用没有结果，如何处理见上方列表。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{count} calls have no result; what becomes of each is listed above.</source>
        <translation>{count} 个工具调用没有结果，如何处理见上方列表。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Nothing is added.</source>
        <translation>不添加任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Nothing is added or run again.</source>
        <translation>不添加任何内容，也不再次运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Then the model goes on.</source>
        <translation>然后由模型继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>One message is added that says so.</source>
        <translation>添加一条说明此事的消息。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>{by} declined and stopped the run; resuming lets the agent go on all the same.</source>
        <translation>{by} 拒绝并停止了运行；恢复后智能体仍会接着运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>A person stopped the run; resuming lets the agent go on all the same.</source>
        <translation>有人停止了运行；恢复后智能体仍会接着运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The run was stopped because the model repeated a declined call; resuming lets it go on all the same.</source>
        <translation>因模型重复已被拒绝的调用，运行被停止；恢复后模型仍会接着运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The run reached the limit that its agent sets to requests, tokens or calls; resuming begins to count anew.</source>
        <translation>运行达到了智能体对请求、令牌或调用次数的上限；恢复后重新计数。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The store was copied or put back since this ran, or lost its state folder; what another copy did is unknown here.</source>
        <translation>此会话运行后，存储被复制或还原过，或其状态文件夹丢失；另一副本中的后续操作在此未知。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>This session has no messages: there is nothing to resume.</source>
        <translation>此会话没有消息，没有可恢复的内容。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The end of this session's history cannot be read as a call and its results.</source>
        <translation>此会话历史的末尾无法读作工具调用及其结果。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>This session is finished: there is nothing to resume.</source>
        <translation>此会话已完成，没有可恢复的内容。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The model declined to answer.</source>
        <translation>模型拒绝回答。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The context is full.</source>
        <translation>上下文已满。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>The last answer stopped for a reason that is not known here.</source>
        <translation>最后的回答因未知原因停止。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>A new message can be sent in its place.</source>
        <translation>可以改为发送一条新消息。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resume_words.py"/>
        <source>Start a new session with a shorter history, or let the agent use a model with a larger context and send this session a message.</source>
        <translation>请用较短的历史开始新会话，或让智能体使用上下文更大的模型，再向此会话发送消息。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>This session was imported; its own program resumes it.</source>
        <translation>此会话是导入的；由其自己的程序恢复。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>Only the program that started this session can run it on.</source>
        <translation>只有启动此会话的程序才能恢复它。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>It is being run by {running}.</source>
        <translation>它正在由 {running} 运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>It is held by {held_by}.</source>
        <translation>它已由 {held_by} 暂停交付。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>It waits for an answer.</source>
        <translation>它正在等待答复。</translation>
    </message>
    <message>
        <location filename="../../core/rules/resuming.py"/>
        <source>A call of it may still be running.</source>
        <translation>它的一个调用可能仍在运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>what it did before it asked may stand</source>
        <translation>提问之前所做的操作可能已经生效</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Answered: the model reads the answer and goes on.</source>
        <translation>已作答：模型读取答案并继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Skipped: the model reads that there is no answer, and goes on.</source>
        <translation>已跳过：模型得知没有答案并继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Handed over to the runner.</source>
        <translation>已交付给运行器。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Taken up by the runner.</source>
        <translation>运行器已接收。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The decision is spent: it can be used by nothing else.</source>
        <translation>决定已使用：不能再用于其他任何调用。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>nothing was run</source>
        <translation>没有运行任何内容</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>the call was not run</source>
        <translation>调用没有运行</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Taken back before anything used it.</source>
        <translation>在被使用之前已收回。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>No answer can reach this question any more.</source>
        <translation>此问题已不能答复。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Closed, {not_run}: {why}</source>
        <translation>已关闭，{not_run}：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>It was not used.</source>
        <translation>它没有被使用。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Kept, {not_run}; answer again: {why}</source>
        <translation>已保留，{not_run}；请重新答复：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The model reads the decline and goes on.</source>
        <translation>模型得知被拒绝并继续。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The run stops here.</source>
        <translation>运行就此停止。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Declined: {not_run}. {what}</source>
        <translation>已拒绝：{not_run}。{what}</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The call runs, once.</source>
        <translation>调用正在运行，仅一次。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The call ended; its result is stored.</source>
        <translation>调用已结束；结果已保存。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>an error</source>
        <translation>错误</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The call raised, and may have taken effect: {why}</source>
        <translation>调用出错，可能已经生效：{why}</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The process that ran it died; its author says that it can be repeated, so Resume runs it again.</source>
        <translation>运行它的进程已中止；作者声明可以重复运行，因此恢复时会再次运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>The process that ran it died: the call may have run. It is not run again; look, then settle it.</source>
        <translation>运行它的进程已中止：调用可能已经运行。不会再次运行；请查看后认定。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>It may have run; a person settled that it ran.</source>
        <translation>可能已经运行；经人员认定为已运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>It may have run; a person settled that it did not.</source>
        <translation>可能已经运行；经人员认定为没有运行。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>It may have run; a person left it unknown.</source>
        <translation>可能已经运行；人员未作认定，保持未知。</translation>
    </message>
    <message>
        <location filename="../../core/rules/tracks.py"/>
        <source>Its result is stored.</source>
        <translation>结果已保存。</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <source>{field}: {sentence}</source>
        <translation>{field}：{sentence}</translation>
    </message>
    <message>
        <location filename="../../core/rules/typed_answers.py"/>
        <location filename="../../gui/card/answer_form.py"/>
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
        <location filename="../../gui/card/answer_form.py"/>
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
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that change the reading order; they are shown as escapes.</source>
        <translation>含有 {what}，会改变阅读顺序；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that cannot be seen; they are shown as escapes.</source>
        <translation>含有 {what}，无法看见；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that control a terminal; they are shown as escapes.</source>
        <translation>含有 {what}，会控制终端；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that return to the start of the line; they are shown as escapes.</source>
        <translation>含有 {what}，会回到行首；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what}; they are shown as escapes.</source>
        <translation>含有 {what}；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that break lines in some programs only; they are shown as escapes.</source>
        <translation>含有 {what}，仅在部分程序中换行；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains {what} that each font shows as it likes; they are shown as escapes.</source>
        <translation>含有 {what}，其显示因字体而异；以转义形式显示。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>carriage returns</source>
        <translation>回车符</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>control characters</source>
        <translation>控制字符</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>separators</source>
        <translation>分隔符</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>halves of characters</source>
        <translation>半个字符</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>marks heaped on one letter or on none</source>
        <translation>堆叠或无依附的附加符号</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>unusual spaces in a row</source>
        <translation>连续的特殊空格</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>Contains a long run of blanks or empty lines; look at what stands after it.</source>
        <translation>含有很长的空白或空行；请查看其后的内容。</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>{count} {kind}</source>
        <translation>{count} 个{kind}</translation>
    </message>
    <message>
        <location filename="../../core/rules/visible.py"/>
        <source>{count} of these: {kind}</source>
        <translation>{count} 个{kind}</translation>
    </message>
    <message>
        <location filename="../../core/rules/witness.py"/>
        <source>This question was asked before the store was copied or put back. It may have been answered in the other copy, and its call may have run there.</source>
        <translation>此问题是在存储被复制或还原之前提出的。它可能已在另一副本中得到答复，其调用可能已在那里运行。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>{spec} does not name {what}.</source>
        <translation>{spec} 没有指明 {what}。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>Write module:attribute, as in shop.agents:desk.</source>
        <translation>请写成 module:attribute，例如 shop.agents:desk。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>There is no module {module} in {what} or on the path.</source>
        <translation>在 {what} 中或模块路径上没有模块 {module}。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>{module} needs {name}, which is not installed.</source>
        <translation>{module} 需要 {name}，但它未安装。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>The module {module} has no {attribute}.</source>
        <translation>模块 {module} 没有 {attribute}。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>{spec} is a {kind}, not a Pydantic AI agent.</source>
        <translation>{spec} 是 {kind}，不是 Pydantic AI 智能体。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>{spec} has an output validator, beside which a run cannot pause.</source>
        <translation>{spec} 带有输出验证器，运行因此无法暂停。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>Check the output in an output function, or in the type itself.</source>
        <translation>请在输出函数或类型本身中检查输出。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>The agent's model needs the library of the provider {extra}, which is not installed.</source>
        <translation>智能体的模型需要服务方 {extra} 的库，但它未安装。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>pip install 'pausedesk[{extra}]' with the agent's own Python.</source>
        <translation>请用智能体自己的 Python 运行 pip install 'pausedesk[{extra}]'。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>{what} cannot be loaded: {kind}: {text}{at}</source>
        <translation>{what} 无法加载：{kind}：{text}{at}</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>The agent's model needs the key {name}, and there is none.</source>
        <translation>智能体的模型需要密钥 {name}，但没有该密钥。</translation>
    </message>
    <message>
        <location filename="../../core/run/agents.py"/>
        <source>Run `pausedesk secrets set {name}`, or set the environment variable {name}.</source>
        <translation>请运行 `pausedesk secrets set {name}`，或设置环境变量 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/run/checking.py"/>
        <source>The arguments have no exact form: {error}</source>
        <translation>参数没有准确形式：{error}</translation>
    </message>
    <message>
        <location filename="../../core/run/checking.py"/>
        <source>The agent failed over the call: {kind}: {error}</source>
        <translation>智能体在处理调用时出错：{kind}：{error}</translation>
    </message>
    <message>
        <location filename="../../core/run/checking.py"/>
        <source>The agent did not come to the call.</source>
        <translation>智能体没有运行到该调用。</translation>
    </message>
    <message>
        <location filename="../../core/run/children.py"/>
        <source>The agent {spec} cannot be started: {what}: {strerror}.</source>
        <translation>智能体 {spec} 无法启动：{what}：{strerror}。</translation>
    </message>
    <message>
        <location filename="../../core/run/children.py"/>
        <source>The agent {spec} ended while it was loaded.{what}</source>
        <translation>智能体 {spec} 在加载时结束。{what}</translation>
    </message>
    <message>
        <location filename="../../core/run/desk.py"/>
        <source>This session has asked before: name the question.</source>
        <translation>此会话曾经提问：请指明问题。</translation>
    </message>
    <message>
        <location filename="../../core/run/desk_door.py"/>
        <source>No command is known that goes on with this session.</source>
        <translation>没有已知的命令可以恢复此会话。</translation>
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
        <location filename="../../core/run/editing.py"/>
        <source>An edit needs the name of the person who makes it.</source>
        <translation>编辑需要编辑者的姓名。</translation>
    </message>
    <message>
        <location filename="../../core/run/registering.py"/>
        <source>{name} is no name for an agent.</source>
        <translation>{name} 不能作为智能体的名称。</translation>
    </message>
    <message>
        <location filename="../../core/run/registering.py"/>
        <source>Use a name without a colon.</source>
        <translation>请使用不含冒号的名称。</translation>
    </message>
    <message>
        <location filename="../../core/run/registering.py"/>
        <source>There is no folder {home}.</source>
        <translation>没有文件夹 {home}。</translation>
    </message>
    <message>
        <location filename="../../core/run/registering.py"/>
        <source>There is no agent named {name}.</source>
        <translation>没有名为 {name} 的智能体。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>The folder {folder} cannot be gone into: {what}.</source>
        <translation>无法进入文件夹 {folder}：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>Copy the command and call it elsewhere.</source>
        <translation>请复制命令，在别处运行。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>The folder {folder} is not there any more.</source>
        <translation>文件夹 {folder} 已不存在。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>Restore it, or copy the command and call it elsewhere.</source>
        <translation>请还原该文件夹，或复制命令在别处运行。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>{argv} is not installed here, or not on the PATH.</source>
        <translation>{argv} 未在此安装，或不在 PATH 中。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>Copy the command, and call it where it is.</source>
        <translation>请复制命令，在安装了它的地方运行。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>No terminal could be opened: {what}.</source>
        <translation>无法打开终端：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/run/terminal.py"/>
        <source>There is no terminal that is known here.{where}</source>
        <translation>此处没有已知的终端。{where}</translation>
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
        <source>{name} is no name for a secret.</source>
        <translation>{name} 不能作为密钥的名称。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>Use letters, digits and _.</source>
        <translation>请使用字母、数字和 _。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>An empty secret is not kept.</source>
        <translation>不保存空的密钥。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>The system keyring is locked.</source>
        <translation>系统密钥环已锁定。</translation>
    </message>
    <message>
        <location filename="../../core/secrets.py"/>
        <source>Unlock it.</source>
        <translation>请将其解锁。</translation>
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
        <location filename="../../core/settings.py"/>
        <source>There is no setting {name}.</source>
        <translation>没有设置项 {name}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>`pausedesk settings list` names them.</source>
        <translation>`pausedesk settings list` 会列出所有设置项。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>The settings file {what} cannot be read ({kind}).</source>
        <translation>设置文件 {what} 无法读取（{kind}）。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>Mend it or move it away.</source>
        <translation>请修复或移走它。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>The setting {name} in {what} is not {wanted}.</source>
        <translation>{what} 中的设置项 {name} 不是 {wanted}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>Mend it or remove it.</source>
        <translation>请修复或删除它。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>PAUSEDESK_BUSY_SECONDS is {named}, which is not {wanted}.</source>
        <translation>PAUSEDESK_BUSY_SECONDS 为 {named}，不是 {wanted}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>Write 15, say, or unset it.</source>
        <translation>请写成 15 之类的数值，或取消设置。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>The setting {name} is {wanted}.</source>
        <translation>设置项 {name} 应为：{wanted}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>The settings cannot be saved: {strerror}.</source>
        <translation>设置无法保存：{strerror}。</translation>
    </message>
    <message>
        <location filename="../../core/settings.py"/>
        <source>What was kept before stands; mend that and save again.</source>
        <translation>原有设置不变；请排除问题后重新保存。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>This is a plain question: it takes an answer, and there is nothing to approve.</source>
        <translation>这是普通问题：需要作答，没有可批准的内容。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>This is a consent question: it takes an approval or a decline.</source>
        <translation>这是征求同意的问题：只能批准或拒绝。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>An answer to a plain question needs its value.</source>
        <translation>回答普通问题需要给出值。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>This pause was imported and recorded no request: no answer can reach it here.</source>
        <translation>此暂停是导入的，没有记录请求：在此无法答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>It may already have been answered where it came from.</source>
        <translation>它可能已在来源处得到答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>Nothing in this session waits for an answer.</source>
        <translation>此会话没有等待答复的问题。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>Closing needs the name of the person who does it.</source>
        <translation>关闭需要操作者的姓名。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>Nothing is known to have changed since this question was asked, so it is not closed.</source>
        <translation>提问之后没有已知的变化，因此不关闭。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>Approve or decline it.</source>
        <translation>请批准或拒绝。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>There is no answer to take back.</source>
        <translation>没有可以收回的答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/answering.py"/>
        <source>It was handed over already; it cannot be taken back.</source>
        <translation>答复已被接收，不能收回。</translation>
    </message>
    <message>
        <location filename="../../core/store/attention.py"/>
        <source>Whoever takes care of a session needs a name.</source>
        <translation>负责会话的人需要有姓名。</translation>
    </message>
    <message>
        <location filename="../../core/store/calls.py"/>
        <source>This submit id was used for another session, {before}.</source>
        <translation>此提交编号已用于另一个会话 {before}。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>Its {fault}.</source>
        <translation>其内容有误：{fault}。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>declined</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>approved</source>
        <translation>批准</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>answered</source>
        <translation>答复</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>skipped</source>
        <translation>跳过</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>Resume tells the model so, and lets it ask anew.</source>
        <translation>恢复时会告知模型，模型可重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>This question was closed: no answer can reach it any more. Resume lets the model ask anew.</source>
        <translation>此问题已关闭：已不能答复。恢复后模型可重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>Nobody answered this question in time: it expired. Resume lets the model ask anew.</source>
        <translation>无人及时答复此问题：已过期。恢复后模型可重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>{by} {how} it already.</source>
        <translation>{by} 已作出决定：{how}。</translation>
    </message>
    <message>
        <location filename="../../core/store/cards.py"/>
        <source>This question is {state}.</source>
        <translation>此问题的状态：{state}。</translation>
    </message>
    <message>
        <location filename="../../core/store/closing.py"/>
        <source>This session never asked that question.</source>
        <translation>此会话从未提出该问题。</translation>
    </message>
    <message>
        <location filename="../../core/store/closing.py"/>
        <source>It was answered meanwhile.</source>
        <translation>其间已有人答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/editing.py"/>
        <source>An edit cannot change which tool is called.</source>
        <translation>编辑不能更改所调用的工具。</translation>
    </message>
    <message>
        <location filename="../../core/store/editing.py"/>
        <source>The edit changes nothing: the question stands as it was asked.</source>
        <translation>编辑没有改动任何内容：问题保持原样。</translation>
    </message>
    <message>
        <location filename="../../core/store/editing.py"/>
        <source>This is a plain question: answer, skip or decline it; nothing of it runs.</source>
        <translation>这是普通问题：请作答、跳过或拒绝；它不运行任何内容。</translation>
    </message>
    <message>
        <location filename="../../core/store/elsewhere.py"/>
        <source>It was imported: its own program takes the answer, and may have had it already.</source>
        <translation>它是导入的：由其自己的程序接受答复，可能已经得到答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>What was open is closed, and may have run elsewhere; Resume lets the model ask anew.</source>
        <translation>未完成的问题已关闭，调用可能已在别处运行；恢复后模型可重新提问。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Another program reads the store {path}: bytes of what was deleted may be left beside it.</source>
        <translation>另一个程序正在读取存储 {path}：已删除内容的字节可能残留在其旁。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>When it has ended, `pausedesk forget` without a session erases them.</source>
        <translation>该程序结束后，不带会话运行 `pausedesk forget` 可将其清除。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>{path} is a folder, not a store.</source>
        <translation>{path} 是文件夹，不是存储。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Name a file with --store.</source>
        <translation>请用 --store 指定文件。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>There is no store at {path}.</source>
        <translation>{path} 处没有存储。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>`pausedesk demo` makes one to try.</source>
        <translation>`pausedesk demo` 可创建一个供试用的存储。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>{path} has a second name (a hard link), under which a call could run a second time.</source>
        <translation>{path} 有第二个名称（硬链接），调用可能通过它再次运行。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Remove the other name.</source>
        <translation>请删除另一个名称。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>{path} lies on a network file system ({system}), where locks cannot be trusted.</source>
        <translation>{path} 位于网络文件系统（{system}），其锁不可信赖。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Keep the store on a local disk.</source>
        <translation>请将存储放在本地磁盘上。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>The store {path} cannot be opened: {what}.</source>
        <translation>存储 {path} 无法打开：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Check the path.</source>
        <translation>请检查路径。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>The store {path} was written by a newer Pausedesk (schema {version}; this one knows {schema_version}).</source>
        <translation>存储 {path} 由更新版本的 Pausedesk 写入（架构 {version}；此版本支持到 {schema_version}）。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Update Pausedesk, or name another store with --store.</source>
        <translation>请更新 Pausedesk，或用 --store 指定其他存储。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>The store {path} needs an update that a reader cannot make.</source>
        <translation>存储 {path} 需要更新，只读方无法进行。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>{path} is not a Pausedesk store.</source>
        <translation>{path} 不是 Pausedesk 的存储。</translation>
    </message>
    <message>
        <location filename="../../core/store/engine.py"/>
        <source>Name another file with --store.</source>
        <translation>请用 --store 指定其他文件。</translation>
    </message>
    <message>
        <location filename="../../core/store/forgetting.py"/>
        <source>There is no session {session} in this store.</source>
        <translation>此存储中没有会话 {session}。</translation>
    </message>
    <message>
        <location filename="../../core/store/holds.py"/>
        <source>{what} is held by {by}{why}.</source>
        <translation>{what} 已由 {by} 暂停交付{why}。</translation>
    </message>
    <message>
        <location filename="../../core/store/holds.py"/>
        <source>Nothing is lost: what is submitted stays so until it is released (pausedesk release).</source>
        <translation>没有丢失任何内容：已提交的答复会保留到解除为止（pausedesk release）。</translation>
    </message>
    <message>
        <location filename="../../core/store/holds.py"/>
        <source>A hold needs the name of the person who decides it.</source>
        <translation>暂停交付需要决定者的姓名。</translation>
    </message>
    <message>
        <location filename="../../core/store/leases.py"/>
        <source>A worker runs already: {what}.</source>
        <translation>已有工作进程在运行：{what}。</translation>
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
        <location filename="../../core/store/seals.py"/>
        <source>This question is sealed, and the keyring that holds its key cannot be used here.</source>
        <translation>此问题已封印，而存有其密钥的密钥环在此无法使用。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>Nothing was used. Unlock the keyring, or answer where it can be used.</source>
        <translation>没有使用任何答复。请解锁密钥环，或在可以使用它的地方答复。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>The key of this question's seal is gone: nobody can tell whether the store was edited.</source>
        <translation>此问题的封印密钥已丢失：无法判断存储是否被改动。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>This question was edited in the store after it was asked.</source>
        <translation>提问之后，此问题在存储中被改动。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>This question has no seal, and the list of those that were asked without one cannot be read.</source>
        <translation>此问题没有封印，而未封印问题的列表无法读取。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>Nothing was used. Check the rights of the state folder.</source>
        <translation>没有使用任何答复。请检查状态文件夹的权限。</translation>
    </message>
    <message>
        <location filename="../../core/store/seals.py"/>
        <source>This question has no seal, and nothing outside the store says that it was asked so: it was edited in the store, or that could not be written down.</source>
        <translation>此问题没有封印，存储之外也没有记录表明它是这样提出的：它在存储中被改动，或当时无法记录。</translation>
    </message>
    <message>
        <location filename="../../core/store/sessions.py"/>
        <source>This session is being run by {what}.</source>
        <translation>此会话正在由 {what} 运行。</translation>
    </message>
    <message>
        <location filename="../../core/store/sessions.py"/>
        <location filename="../../core/store/settling.py"/>
        <source>Wait for it to end.</source>
        <translation>请等待其结束。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>No call was named.</source>
        <translation>没有指明调用。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>A call is named twice.</source>
        <translation>同一调用被指明两次。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>Say of each call that it ran, with what you found, that it did not, or unknown.</source>
        <translation>请对每个调用说明：已运行（并附上您的发现）、没有运行，或未知。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>Settling needs the name of the person who does it.</source>
        <translation>认定需要操作者的姓名。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>This lives, it is not gone: {what}.</source>
        <translation>它仍在运行，没有结束：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>Every process of this session can be looked at from here.</source>
        <translation>此会话的所有进程都可以从此处查看。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>No such call was started in this session.</source>
        <translation>此会话没有开始过这样的调用。</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>The call {call_id} of {tool} is not open: it is {state}.{by_whom}</source>
        <translation>{tool} 的调用 {call_id} 已不是待认定状态：{state}。{by_whom}</translation>
    </message>
    <message>
        <location filename="../../core/store/settling.py"/>
        <source>The call {call_id} of {tool} may still be running: {what}.</source>
        <translation>{tool} 的调用 {call_id} 可能仍在运行：{what}。</translation>
    </message>
    <message>
        <location filename="../../core/store/taking.py"/>
        <source>This session was answered and waits for a runner: {question}</source>
        <translation>此会话已得到答复，正在等待运行器：{question}</translation>
    </message>
    <message>
        <location filename="../../core/store/taking.py"/>
        <source>A worker takes it up, or: pausedesk resume {session}.</source>
        <translation>工作进程会接手，或运行：pausedesk resume {session}。</translation>
    </message>
    <message>
        <location filename="../../core/store/taking.py"/>
        <source>This session waits for an answer: {question}</source>
        <translation>此会话等待答复：{question}</translation>
    </message>
    <message>
        <location filename="../../core/store/taking.py"/>
        <source>Answer it: {command} {way} (or --decline).</source>
        <translation>请答复：{command} {way}（或 --decline）。</translation>
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
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <location filename="../../gui/around/hold_strip.py"/>
        <source>Release</source>
        <translation>解除</translation>
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
        <location filename="../../gui/incident/incident_dialog.py"/>
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
        <translation>已请求恢复；工作进程会接手。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <source>Opened in a terminal. Its row follows when its file is read again.</source>
        <translation>已在终端中打开。再次读取其文件后，列表中的行会随之更新。</translation>
    </message>
    <message>
        <location filename="../../gui/card/acts.py"/>
        <location filename="../../gui/incident/incident_control.py"/>
        <source>This failed through a fault of Pausedesk; nothing more was done.</source>
        <translation>由于 Pausedesk 自身的故障，操作失败；没有做更多事情。</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>Add an item</source>
        <translation>添加一项</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>Your answer</source>
        <translation>您的回答</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>Item {n}</source>
        <translation>第 {n} 项</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>No JSON value: {why}</source>
        <translation>不是 JSON 值：{why}</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <location filename="../../gui/settings/agents_section.py"/>
        <location filename="../../gui/settings/settings_dialog.py"/>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <location filename="../../gui/card/answer_form.py"/>
        <source>{field}: {choice}</source>
        <translation>{field}：{choice}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/card/answer_form.py"/>
        <source>{n} fields need something else.</source>
        <extracomment>one: 1 field needs something else.</extracomment>
        <translation><numerusform>有 {n} 个字段需要修改。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/card/answers.py"/>
        <source>This question takes no answer any more: what stands here was not used.</source>
        <translation>这个问题已不再接受回答：此处的内容未被使用。</translation>
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
        <location filename="../../gui/incident/call_row.py"/>
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
        <location filename="../../gui/incident/call_row.py"/>
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
        <source>Submit {number} answers</source>
        <translation>提交 {number} 个答复</translation>
    </message>
    <message>
        <location filename="../../gui/card/card_panel.py"/>
        <source>Its values are long and still being made ready; their beginnings and all else are here.</source>
        <translation>其值较长，仍在准备中；已显示各值的开头及其余内容。</translation>
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
        <source>decline, stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <source>approve</source>
        <translation>批准</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <source>answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <location filename="../../gui/card/choices.py"/>
        <source>skip</source>
        <translation>跳过</translation>
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
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <location filename="../../gui/card/footer.py"/>
        <source>Answer</source>
        <translation>回答</translation>
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
    <message numerus="yes">
        <location filename="../../gui/card/prepared.py"/>
        <source>{n:,} characters</source>
        <extracomment>one: {n:,} character</extracomment>
        <translation><numerusform>{n:,} 个字符</numerusform></translation>
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
        <source>was answered</source>
        <translation>已回答</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>was skipped</source>
        <translation>已跳过</translation>
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
        <source>Answering: the agent reads exactly this answer, once, and goes on. Nothing runs by it.</source>
        <translation>回答：智能体读取的正是这个回答，仅一次，然后继续。不会因此运行任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Answering: the agent reads exactly this answer, once every call of this turn is decided and submitted. Nothing runs by it.</source>
        <translation>回答：本轮的每个调用都决定并提交后，智能体读取的正是这个回答。不会因此运行任何内容。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Skipping: the agent reads that there is no answer, and goes on. Declining: it reads that you declined. Your note goes with either.</source>
        <translation>跳过：智能体得知没有回答，然后继续。拒绝：智能体得知您已拒绝。两者都会附上您的备注。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>a goes to the answer, Ctrl+Enter gives it, p skips, d declines, n writes a note.</source>
        <translation>a 前往回答处，Ctrl+Enter 给出回答，p 跳过，d 拒绝，n 写备注。</translation>
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
        <source>Answered by {by} at {at}: {how}.</source>
        <translation>{by} 于 {at} 回答：{how}。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>Skipped by {by} at {at}: {how}.</source>
        <translation>{by} 于 {at} 跳过：{how}。</translation>
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
        <source>This was answered already.</source>
        <translation>已回答过。</translation>
    </message>
    <message>
        <location filename="../../gui/card/sentences.py"/>
        <source>This was skipped already.</source>
        <translation>已跳过。</translation>
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
        <source>{by} holds everything since {at}{why}. Answers are kept; none is used and nothing starts until it is released.</source>
        <translation>{by} 自 {at} 起全部暂停交付{why}。答复会保留；解除之前，不使用任何答复，也不启动任何运行。</translation>
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
        <location filename="../../gui/card/steps.py"/>
        <source>undecided</source>
        <translation>未决定</translation>
    </message>
    <message>
        <location filename="../../gui/card/steps.py"/>
        <source>Call {number}, {tool}: {word}</source>
        <translation>调用 {number}，{tool}：{word}</translation>
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
        <location filename="../../gui/incident/call_row.py"/>
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
        <location filename="../../gui/incident/call_row.py"/>
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
        <source>What else its runner left in doubt  (i)</source>
        <translation>其运行器留下的其他存疑调用 (i)</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <location filename="../../gui/incident/call_row.py"/>
        <source>is alive</source>
        <translation>仍在</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <location filename="../../gui/incident/call_row.py"/>
        <source>is gone</source>
        <translation>已结束</translation>
    </message>
    <message>
        <location filename="../../gui/card/unknown.py"/>
        <location filename="../../gui/incident/call_row.py"/>
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
        <source>long; it is being made ready</source>
        <translation>内容较长，正在准备</translation>
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
        <location filename="../../gui/card/value_view.py"/>
        <source>{name}, its beginning</source>
        <translation>{name} 的开头</translation>
    </message>
    <message>
        <location filename="../../gui/card/value_view.py"/>
        <source>— only the beginning; the rest is being made ready —</source>
        <translation>— 仅为开头，其余内容正在准备 —</translation>
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
        <source>as stored</source>
        <translation>原样</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>runner</source>
        <translation>运行器</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>door</source>
        <translation>执行进程</translation>
    </message>
    <message>
        <location filename="../../gui/evidence/evidence_panel.py"/>
        <source>importer</source>
        <translation>导入程序</translation>
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
        <source>In doubt …</source>
        <translation>存疑 …</translation>
    </message>
    <message>
        <location filename="../../gui/inbox/filters.py"/>
        <source>Calls in doubt, by the runner that died over them</source>
        <translation>存疑的调用，按出事的运行器</translation>
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
        <location filename="../../gui/incident/call_row.py"/>
        <source>as for all of them</source>
        <translation>与全部相同</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>leave it unknown</source>
        <translation>保留为未知</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>leave it as it is</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>{tool}  ·  {session}</source>
        <translation>{tool}  ·  {session}</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Open its card</source>
        <translation>打开其卡片</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Open the card of {tool}</source>
        <translation>打开 {tool} 的卡片</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>What became of {tool}</source>
        <translation>{tool} 的结果</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>What you found of {tool}</source>
        <translation>您对 {tool} 的发现</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>what you found of it</source>
        <translation>您的发现</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Its end:</source>
        <translation>其结果：</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Its arguments are too long to be looked at here: settle it on its card.</source>
        <translation>其参数太长，无法在此查看：请在其卡片上了结。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Started {when} by {owner}, which {alive}.</source>
        <translation>由 {owner} 于 {when} 启动，该进程{alive}。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Nobody was asked about it.</source>
        <translation>未就此询问任何人。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>A result came late: {result}</source>
        <translation>结果迟到：{result}</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Its process is alive: it cannot be settled.</source>
        <translation>其进程仍在运行：无法了结。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>Nobody can tell from here whether its process has ended: it cannot be settled here.</source>
        <translation>无法从此处判断其进程是否已结束：不能在此了结。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>{by} saw the bytes {digest} and approved them, {when}.</source>
        <translation>{by} 于 {when} 看到字节 {digest} 并批准。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/call_row.py"/>
        <source>{by} saw the bytes {digest} and declined them, {when}.</source>
        <translation>{by} 于 {when} 看到字节 {digest} 并拒绝。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/incident/incident_control.py"/>
        <source>{n} calls are settled.</source>
        <extracomment>one: {n} call is settled.</extracomment>
        <translation><numerusform>已了结 {n} 个调用。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_control.py"/>
        <source>Cancelled: no file was kept.</source>
        <translation>已取消：未保留任何文件。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_control.py"/>
        <source>It was written before it could be cancelled: {path}</source>
        <translation>在取消之前已写完：{path}</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/incident/incident_control.py"/>
        <source>The evidence of {n} calls is in {path}, for you alone to read.</source>
        <extracomment>one: The evidence of {n} call is in {path}, for you alone to read.</extracomment>
        <translation><numerusform>{n} 个调用的证据已写入 {path}，仅您可读。</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>its process is alive</source>
        <translation>其进程仍在运行</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>nobody can tell from here whether its process has ended</source>
        <translation>无法从此处判断其进程是否已结束</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>you have not seen its arguments to their end</source>
        <translation>您尚未看完其参数</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>you leave it as it is</source>
        <translation>您选择保持原样</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>say what you found</source>
        <translation>请说明您的发现</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>they ran</source>
        <translation>已运行</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>they did not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Pausedesk: calls in doubt</source>
        <translation>Pausedesk：存疑的调用</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>What a runner left in doubt</source>
        <translation>运行器留下的存疑调用</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Which runner</source>
        <translation>哪个运行器</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Calls in doubt</source>
        <translation>存疑的调用</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>What is settled and what is left</source>
        <translation>了结与保留的内容</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>What you found of all of them</source>
        <translation>您对全部调用的发现</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>for “They ran”: where you saw it</source>
        <translation>用于“已运行”：您在何处看到</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>They ran …</source>
        <translation>已运行 …</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>They did not run …</source>
        <translation>未运行 …</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Leave them unknown …</source>
        <translation>保留为未知 …</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>What you say is recorded with your name, and each agent is told it as yours.</source>
        <translation>您的说法会连同您的姓名一起记录，并以您的名义告知各智能体。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>File for the evidence</source>
        <translation>证据文件</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>a new file</source>
        <translation>新文件</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>with secrets</source>
        <translation>包含机密</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Export evidence</source>
        <translation>导出证据</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Cancel the export</source>
        <translation>取消导出</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>How much is written</source>
        <translation>写入进度</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <location filename="../../gui/words.py"/>
        <source>No call is in doubt.</source>
        <translation>没有存疑的调用。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{owner}, which {alive}.</source>
        <translation>{owner}，该进程{alive}。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>It was noticed {when}.</source>
        <translation>发现于 {when}。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{n} more calls of it are not shown: settle these first.</source>
        <extracomment>one: {n} more call of it is not shown: settle these first.</extracomment>
        <translation><numerusform>另有 {n} 个调用未显示：请先了结这些。</numerusform></translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{n} calls</source>
        <extracomment>one: {n} call</extracomment>
        <translation><numerusform>{n} 个调用</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Nothing of it can be settled so.</source>
        <translation>没有可以如此了结的调用。</translation>
    </message>
    <message numerus="yes">
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{n} sessions</source>
        <extracomment>one: {n} session</extracomment>
        <translation><numerusform>{n} 个会话</numerusform></translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Settle {calls} of {sessions}: {end}? {left} left out.</source>
        <translation>了结 {sessions}中的{calls}：{end}？{left} 个除外。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{call} — with an end of its own: {end}</source>
        <translation>{call} — 单独的结果：{end}</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>left out: {call} — {why}</source>
        <translation>除外：{call} — {why}</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Settle {calls}  (Ctrl+Enter)</source>
        <translation>了结{calls}  (Ctrl+Enter)</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>Say which new file the evidence goes into.</source>
        <translation>请指定存放证据的新文件。</translation>
    </message>
    <message>
        <location filename="../../gui/incident/incident_dialog.py"/>
        <source>{owner}: {calls} of {sessions}</source>
        <translation>{owner}：{sessions}中的{calls}</translation>
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
        <source>approve, or go to the answer</source>
        <translation>批准，或前往回答处</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>decline and stop</source>
        <translation>拒绝并停止</translation>
    </message>
    <message>
        <location filename="../../gui/main_window.py"/>
        <source>skip a plain question</source>
        <translation>跳过普通问题</translation>
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
        <source>give an answer, submit several, or send an edit</source>
        <translation>给出回答、一并提交多个，或发送修改</translation>
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
        <source>calls in doubt, by the runner that died over them</source>
        <translation>存疑的调用（按出事的运行器）</translation>
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
        <translation>这一部分之后停止。已删除的内容无法找回。</translation>
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
