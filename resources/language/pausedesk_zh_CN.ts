<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>pausedesk</name>
    <message>
        <location filename="../../gui/words.py"/>
        <source>running</source>
        <translation>运行中</translation>
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
        <source>may have run</source>
        <translation>可能已经运行</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <location filename="../../gui/words.py"/>
        <source>expired</source>
        <translation>已过期</translation>
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
        <translation>代理请求同意时，问题会自动出现在这里。</translation>
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
        <source>No session of this filter holds these words, ended so, or comes from there. Esc in the search empties it.</source>
        <translation>此筛选中没有包含这些词、如此结束或来自该来源的会话。在搜索框中按 Esc 可清空搜索。</translation>
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
